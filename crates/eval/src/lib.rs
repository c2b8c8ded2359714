//! The one evaluator of Core: concrete and unknown values, metered; never asks a solver.
