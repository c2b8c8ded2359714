//! Diagnostics as data: codes, spans, labels, hints, and the pages that explain them.
