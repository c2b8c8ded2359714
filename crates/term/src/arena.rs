//! The arena: storage, hash-consing and variables.
//! Every node is stored once together with its sort and its interval, both of which follow from nodes stored before.
//! The constructors that simplify are in [`crate::build`].

use std::hash::BuildHasher;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::{Int, Interval, Node, Regex, RegexId, Sort, TermId, VarId, Variable};

/// An arena of terms. It can be sent to another thread, but ids of one arena mean nothing in another.
pub struct Terms {
    pub(crate) nodes: Vec<Node>,
    sorts: Vec<Sort>,
    pub(crate) intervals: Vec<Interval>,
    pub(crate) negations: Vec<Option<TermId>>,
    features: Vec<u8>,
    table: HashTable<u32>,
    variables: Vec<Variable>,
    variable_terms: Vec<TermId>,
    pub(crate) regexes: Vec<Arc<Regex>>,
    pub(crate) regex_ids: FxHashMap<Arc<Regex>, RegexId>,
    pub(crate) regex_sources: FxHashMap<Box<[u8]>, RegexId>,
    pub(crate) variables_below: FxHashMap<TermId, Arc<[VarId]>>,
    epoch: u64,
}

/// Numbers the lives of all arenas of the process. The number is only ever compared for equality, to notice that ids
/// kept elsewhere have become stale, so it cannot influence a result.
static EPOCHS: AtomicU64 = AtomicU64::new(0);

const HAS_WRAP: u8 = 1;
const HAS_STRING_OPERATION: u8 = 2;

fn feature_of(node: &Node) -> u8 {
    match node {
        Node::Wrap(..) => HAS_WRAP,
        Node::StrLt(..) | Node::Concat(_) | Node::Len(_) | Node::CodeAt(..) | Node::Substr(..) => {
            HAS_STRING_OPERATION
        }
        Node::IndexOf(..) | Node::Contains(..) | Node::PrefixOf(..) | Node::SuffixOf(..) => {
            HAS_STRING_OPERATION
        }
        Node::FromCode(_) | Node::FromInt(_) | Node::ToInt(_) | Node::InRegex(..) => HAS_STRING_OPERATION,
        _ => 0,
    }
}

impl Default for Terms {
    fn default() -> Terms {
        Terms::new()
    }
}

impl Terms {
    /// The term `false` of every arena.
    pub const FALSE: TermId = TermId(0);
    /// The term `true` of every arena.
    pub const TRUE: TermId = TermId(1);

    /// An arena without variables.
    pub fn new() -> Terms {
        let mut terms = Terms {
            nodes: Vec::new(),
            sorts: Vec::new(),
            intervals: Vec::new(),
            negations: Vec::new(),
            features: Vec::new(),
            table: HashTable::new(),
            variables: Vec::new(),
            variable_terms: Vec::new(),
            regexes: Vec::new(),
            regex_ids: FxHashMap::default(),
            regex_sources: FxHashMap::default(),
            variables_below: FxHashMap::default(),
            epoch: 0,
        };
        terms.start_afresh();
        terms
    }

    /// Forgets all terms and variables but keeps the memory, for the next job. All ids become stale.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.sorts.clear();
        self.intervals.clear();
        self.negations.clear();
        self.features.clear();
        self.table.clear();
        self.variables.clear();
        self.variable_terms.clear();
        self.regexes.clear();
        self.regex_ids.clear();
        self.regex_sources.clear();
        self.variables_below.clear();
        self.start_afresh();
    }

    fn start_afresh(&mut self) {
        self.epoch = EPOCHS.fetch_add(1, Ordering::Relaxed);
        let no = self.intern(Node::Bool(false));
        let yes = self.intern(Node::Bool(true));
        debug_assert_eq!((no, yes), (Terms::FALSE, Terms::TRUE));
        self.negations[0] = Some(Terms::TRUE);
        self.negations[1] = Some(Terms::FALSE);
    }

    /// A number that no other arena of the process has, and that [`Terms::clear`] changes: who keeps ids between calls
    /// compares it to see whether they are still valid.
    pub fn epoch(&self) -> u64 {
        self.epoch
    }

    /// How many terms the arena holds.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the arena holds nothing but the two truth values.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() <= 2
    }

    /// The node of a term, to match on.
    pub fn view(&self, term: TermId) -> &Node {
        &self.nodes[term.index()]
    }

    /// The sort of a term.
    pub fn sort(&self, term: TermId) -> Sort {
        self.sorts[term.index()]
    }

    /// Whether a [`Node::Wrap`] occurs in the term.
    pub fn has_wrap(&self, term: TermId) -> bool {
        self.features[term.index()] & HAS_WRAP != 0
    }

    /// Whether an operation on strings other than equality and the conditional occurs in the term.
    pub fn has_string_operation(&self, term: TermId) -> bool {
        self.features[term.index()] & HAS_STRING_OPERATION != 0
    }

    /// What is known of a variable.
    pub fn variable(&self, variable: VarId) -> &Variable {
        &self.variables[variable.index()]
    }

    /// How many variables the arena has; their ids count from zero.
    pub fn variable_count(&self) -> usize {
        self.variables.len()
    }

    /// The term of a variable.
    pub fn variable_term(&self, variable: VarId) -> TermId {
        self.variable_terms[variable.index()]
    }

    /// The variable with the given index, if there is one.
    pub fn variable_at(&self, index: usize) -> Option<VarId> {
        (index < self.variables.len()).then_some(VarId(index as u32))
    }

    /// A new integer variable; the bounds, which are inclusive, are facts about it.
    pub fn fresh_int(&mut self, name: &str, lo: Option<Int>, hi: Option<Int>) -> TermId {
        self.fresh(Variable { name: name.into(), sort: Sort::Int, lo, hi })
    }

    /// A new Boolean variable.
    pub fn fresh_bool(&mut self, name: &str) -> TermId {
        self.fresh(Variable { name: name.into(), sort: Sort::Bool, lo: None, hi: None })
    }

    /// A new string variable.
    pub fn fresh_str(&mut self, name: &str) -> TermId {
        self.fresh(Variable { name: name.into(), sort: Sort::Str, lo: None, hi: None })
    }

    fn fresh(&mut self, variable: Variable) -> TermId {
        let id = VarId(u32::try_from(self.variables.len()).expect("fewer than 2^32 variables fit in memory"));
        self.variables.push(variable);
        let term = self.intern(Node::Var(id));
        self.variable_terms.push(term);
        term
    }

    /// An integer constant.
    pub fn int(&mut self, value: i64) -> TermId {
        self.intern(Node::Int(Int::from(value)))
    }

    /// An integer constant.
    pub fn int_const(&mut self, value: Int) -> TermId {
        self.intern(Node::Int(value))
    }

    /// A truth value.
    pub fn bool(&self, value: bool) -> TermId {
        if value { Terms::TRUE } else { Terms::FALSE }
    }

    /// A string constant.
    pub fn str(&mut self, value: &[u8]) -> TermId {
        self.intern(Node::Str(Arc::from(value)))
    }

    /// The term of a constant.
    pub fn constant(&mut self, value: &crate::Constant) -> TermId {
        match value {
            crate::Constant::Bool(value) => self.bool(*value),
            crate::Constant::Int(value) => self.int_const(value.clone()),
            crate::Constant::Str(value) => self.intern(Node::Str(value.clone())),
        }
    }

    /// The integer, if the term is a constant one.
    pub fn as_int(&self, term: TermId) -> Option<Int> {
        self.int_ref(term).cloned()
    }

    /// The truth value, if the term is a constant one.
    pub fn as_bool(&self, term: TermId) -> Option<bool> {
        if let Node::Bool(value) = self.view(term) { Some(*value) } else { None }
    }

    /// The bytes, if the term is a constant string.
    pub fn as_str(&self, term: TermId) -> Option<&[u8]> {
        if let Node::Str(value) = self.view(term) { Some(value) } else { None }
    }

    /// The constant, if the term is one.
    pub fn as_constant(&self, term: TermId) -> Option<crate::Constant> {
        match self.view(term) {
            Node::Bool(value) => Some(crate::Constant::Bool(*value)),
            Node::Int(value) => Some(crate::Constant::Int(value.clone())),
            Node::Str(value) => Some(crate::Constant::Str(value.clone())),
            _ => None,
        }
    }

    /// The variable, if the term is one.
    pub fn var_id(&self, term: TermId) -> Option<VarId> {
        if let Node::Var(id) = self.view(term) { Some(*id) } else { None }
    }

    pub(crate) fn int_ref(&self, term: TermId) -> Option<&Int> {
        if let Node::Int(value) = self.view(term) { Some(value) } else { None }
    }

    /// The one id of a node. The caller has brought the node into its canonical form.
    pub(crate) fn intern(&mut self, node: Node) -> TermId {
        let hash = FxBuildHasher.hash_one(&node);
        if let Some(found) = self.table.find(hash, |id| self.nodes[*id as usize] == node) {
            return TermId(*found);
        }
        let id = u32::try_from(self.nodes.len()).expect("fewer than 2^32 terms fit in memory");
        let sort = self.sort_of_node(&node);
        let interval = if sort == Sort::Int {
            crate::interval::of_node(
                &node,
                |child| &self.intervals[child.index()],
                |variable| self.declared(variable),
            )
        } else {
            Interval::default()
        };
        let mut features = feature_of(&node);
        node.for_each_child(|child| features |= self.features[child.index()]);
        self.nodes.push(node);
        self.sorts.push(sort);
        self.intervals.push(interval);
        self.negations.push(None);
        self.features.push(features);
        let nodes = &self.nodes;
        self.table.insert_unique(hash, id, |id| FxBuildHasher.hash_one(&nodes[*id as usize]));
        TermId(id)
    }

    pub(crate) fn declared(&self, variable: VarId) -> Interval {
        let variable = self.variable(variable);
        Interval { lo: variable.lo.clone(), hi: variable.hi.clone() }
    }

    fn sort_of_node(&self, node: &Node) -> Sort {
        match node {
            Node::Var(variable) => self.variable(*variable).sort,
            Node::Ite(_, then, _) => self.sort(*then),
            Node::Bool(_)
            | Node::IntEq(..)
            | Node::IntLe(..)
            | Node::Same(..)
            | Node::Not(_)
            | Node::And(_) => Sort::Bool,
            Node::StrLt(..) | Node::Contains(..) | Node::PrefixOf(..) | Node::SuffixOf(..) => Sort::Bool,
            Node::InRegex(..) => Sort::Bool,
            Node::Int(_) | Node::Sum(..) | Node::Product(_) | Node::TDiv(..) | Node::TMod(..) => Sort::Int,
            Node::FloorDiv(..) | Node::FloorMod(..) | Node::Wrap(..) => Sort::Int,
            Node::Len(_) | Node::CodeAt(..) | Node::IndexOf(..) | Node::ToInt(_) => Sort::Int,
            Node::Str(_) | Node::Concat(_) | Node::Substr(..) | Node::FromInt(_) | Node::FromCode(_) => {
                Sort::Str
            }
        }
    }
}
