//! Path search over the evaluator: deciders, deepening by size, bounds, statistics.
