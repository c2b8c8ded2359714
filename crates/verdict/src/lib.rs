//! What a judgement says: verdicts, cases, statistics and the events of a run.
