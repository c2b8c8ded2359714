//! A graph as a picture that needs nothing else.
//! States are boxes with the initial ones marked by an arrow from nowhere; a label stands on its edge. Loops stand to the right of
//! their state, and so do jumps: edges to a state to which many lead back, written as a text that names it. Edges run straight
//! through rows and curve only between them, so they pass nothing that is not theirs. Colours follow what the reader's system
//! prefers.

use std::fmt::Write as _;

use lydian_words::is_steering;

use super::layers::{Item, Layers};
use super::place::{Places, Size, place};
use super::{CUT, Graph, GraphEdge, GraphState, cut_text, merged_edges};

const STYLE: &str = include_str!("picture.css");

/// The width of a character and the height of a line, at the size that the style gives them.
const CHARACTER: f64 = 7.25;
const LINE: f64 = 15.0;

const MARGIN: f64 = 24.0;
/// Room above the first row for the arrows that mark initial states.
const START: f64 = 30.0;
/// The length of the head of an arrow: the last piece of an edge is straight.
const HEAD: f64 = 10.0;
/// How far a loop reaches to the right of its state.
const LOOP: f64 = 30.0;

const LONGEST_STATE: usize = 36;
const LONGEST_LABEL: usize = 40;
const MOST_LINES: usize = 6;

/// The graph as an SVG document.
pub fn to_svg(graph: &Graph) -> String {
    let edges = merged_edges(graph);
    let initial: Vec<usize> = (0..graph.states.len()).filter(|state| graph.states[*state].initial).collect();
    let layers = Layers::new(graph.states.len(), &initial, &edges);
    let boxes = StateBox::all(graph, &edges, &layers.jumps);
    let labels: Vec<Lines> = edges.iter().map(|edge| Lines::of_edge(&edge.labels)).collect();
    let size = |item: &Item| match item {
        Item::State(state) => boxes[*state].size(),
        Item::Label(edge) => {
            let half = labels[*edge].width() / 2.0 + 4.0;
            Size { left: half, right: half, height: labels[*edge].height() + 4.0 }
        }
        Item::Bend(_) => Size::default(),
    };
    let sizes: Vec<Size> = layers.items.iter().map(size).collect();
    let places = place(&layers, &sizes);
    let drawing =
        Drawing { graph, edges: &edges, layers: &layers, places: &places, boxes: &boxes, labels: &labels };
    drawing.document()
}

/// Lines of text, cut to what a picture can hold.
struct Lines {
    lines: Vec<String>,
}

impl Lines {
    fn of_edge(labels: &[String]) -> Lines {
        let mut lines: Vec<String> = labels.iter().map(|label| cut_text(label, LONGEST_LABEL)).collect();
        if lines.len() > MOST_LINES {
            let more = lines.len() - (MOST_LINES - 1);
            lines.truncate(MOST_LINES - 1);
            lines.push(format!("… {more} more"));
        }
        Lines { lines }
    }

    fn width(&self) -> f64 {
        let columns = self.lines.iter().map(|line| line.chars().map(columns).sum::<usize>()).max();
        columns.unwrap_or(0) as f64 * CHARACTER
    }

    fn height(&self) -> f64 {
        self.lines.len() as f64 * LINE
    }
}

/// Characters of East Asian scripts and pictographs are twice as wide.
fn columns(character: char) -> usize {
    match character as u32 {
        0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xfe30..=0xfe6f => 2,
        0xff00..=0xff60 | 0xffe0..=0xffe6 | 0x1f300..=0x1faff | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

/// A state with what stands beside it.
struct StateBox {
    text: Lines,
    /// The labels of its loops.
    loops: Lines,
    /// The labels of its jumps with where they lead, below those of the loops.
    jumps: Lines,
    width: f64,
    height: f64,
}

impl StateBox {
    fn all(graph: &Graph, edges: &[GraphEdge], jumps: &[bool]) -> Vec<StateBox> {
        let mut boxes: Vec<StateBox> = graph.states.iter().map(StateBox::new).collect();
        for (edge, jump) in edges.iter().zip(jumps) {
            if edge.from == edge.to {
                boxes[edge.from].loops = Lines::of_edge(&edge.labels);
            } else if *jump {
                let target = cut_text(&graph.states[edge.to].label, LONGEST_STATE);
                let mut lines = Lines::of_edge(&edge.labels).lines;
                match lines.last_mut() {
                    Some(last) => last.push_str(&format!(" → {target}")),
                    None => lines.push(format!("→ {target}")),
                }
                boxes[edge.from].jumps.lines.extend(lines);
            }
        }
        for shown in boxes.iter_mut().filter(|shown| shown.between() > 0.0) {
            // Room for a loop and the start of a jump below each other.
            shown.height = shown.height.max(42.0);
        }
        boxes
    }

    fn new(state: &GraphState) -> StateBox {
        let lines = [&state.label].into_iter().chain(&state.note);
        let text = Lines { lines: lines.map(|line| cut_text(line, LONGEST_STATE)).collect() };
        let (width, height) = ((text.width() + 24.0).max(48.0), text.height() + 15.0);
        let [loops, jumps] = [(); 2].map(|()| Lines { lines: Vec::new() });
        StateBox { text, loops, jumps, width, height }
    }

    fn size(&self) -> Size {
        let beside = match self.loops.width().max(self.jumps.width()) {
            0.0 => 0.0,
            width => LOOP + width,
        };
        let height = (self.loops.height() + self.between() + self.jumps.height()).max(self.height);
        Size { left: self.width / 2.0, right: self.width / 2.0 + beside, height }
    }

    /// How far above the middle of the box the middle of the loops stands, and below it that of the jumps.
    fn shifts(&self) -> (f64, f64) {
        ((self.jumps.height() + self.between()) / 2.0, (self.loops.height() + self.between()) / 2.0)
    }

    /// The room between loops and jumps, if there are both.
    fn between(&self) -> f64 {
        if self.loops.lines.is_empty() || self.jumps.lines.is_empty() { 0.0 } else { 6.0 }
    }
}

struct Drawing<'g> {
    graph: &'g Graph,
    edges: &'g [GraphEdge],
    layers: &'g Layers,
    places: &'g Places,
    boxes: &'g [StateBox],
    labels: &'g [Lines],
}

impl Drawing<'_> {
    fn document(&self) -> String {
        let heading = if self.graph.title.is_empty() { 0.0 } else { 30.0 };
        let footing = if self.graph.cut { 26.0 } else { 0.0 };
        let words = self.graph.title.chars().count().max(if self.graph.cut { CUT.len() } else { 0 });
        let width = self.places.width.max(words as f64 * CHARACTER * 1.2) + 2.0 * MARGIN;
        let height = self.places.height + 2.0 * MARGIN + heading + START + footing;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\">\n<title>{}</title>\n<style>\n{STYLE}</style>\n\
             <defs><marker id=\"arrow\" viewBox=\"0 0 10 8\" refX=\"10\" refY=\"4\" markerWidth=\"10\" \
             markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"head\" \
             d=\"M 0 0 L 10 4 L 0 8 z\"/></marker></defs>\n\
             <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n",
            escape(&self.graph.title)
        );
        if heading > 0.0 {
            text(&mut svg, "heading", MARGIN, MARGIN + 12.0, &self.graph.title);
        }
        // Narrow pictures stand in the middle under a long title.
        let left = (width - self.places.width) / 2.0;
        writeln!(svg, "<g transform=\"translate({left:.1} {:.1})\">", MARGIN + heading + START)
            .expect("memory can be written to");
        self.lines(&mut svg);
        self.texts(&mut svg);
        self.states(&mut svg);
        svg.push_str("</g>\n");
        if self.graph.cut {
            text(&mut svg, "remark", MARGIN, height - MARGIN + 6.0, CUT);
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// All edges, below everything else.
    fn lines(&self, svg: &mut String) {
        let ports = self.ports();
        for (number, edge) in self.edges.iter().enumerate() {
            let (class, path) = match self.layers.jumps[number] {
                _ if edge.from == edge.to => ("edge", self.loop_path(edge.from)),
                true => ("edge jump", self.jump_path(edge.from)),
                false => ("edge", self.path(number, ports[number])),
            };
            let (from, to) = (&self.graph.states[edge.from].label, &self.graph.states[edge.to].label);
            let all: Vec<String> = edge.labels.iter().map(|label| escape(label)).collect();
            svg.push_str(&format!(
                "<path class=\"{class}\" marker-end=\"url(#arrow)\" d=\"{path}\"><title>{} → {}: {}</title></path>\n",
                escape(from),
                escape(to),
                all.join("; ")
            ));
        }
    }

    /// Where each edge leaves its first state and enters its last one: beside each other, in the order of where they go.
    fn ports(&self) -> Vec<(f64, f64)> {
        let mut ends: Vec<(usize, bool, f64, usize, bool)> = Vec::new();
        for (number, route) in self.layers.routes.iter().enumerate() {
            let [first, second, .., before, last] = route[..] else {
                let [first, second, last] = route[..] else { continue };
                ends.push((first, self.is_below(first, second), self.places.x[second], number, true));
                ends.push((last, self.is_below(last, second), self.places.x[second], number, false));
                continue;
            };
            ends.push((first, self.is_below(first, second), self.places.x[second], number, true));
            ends.push((last, self.is_below(last, before), self.places.x[before], number, false));
        }
        ends.sort_by(|left, right| {
            let side = |end: &(usize, bool, f64, usize, bool)| (end.0, end.1);
            side(left).cmp(&side(right)).then(left.2.total_cmp(&right.2)).then(left.3.cmp(&right.3))
        });
        let mut ports = vec![(0.0, 0.0); self.edges.len()];
        for side in ends.chunk_by(|left, right| (left.0, left.1) == (right.0, right.1)) {
            for (at, (state, _, _, number, leaves)) in side.iter().enumerate() {
                let width = (self.boxes[*state].width - 16.0).min(22.0 * side.len() as f64);
                let share = (at as f64 + 0.5) / side.len() as f64 - 0.5;
                let x = self.places.x[*state] + share * width;
                match leaves {
                    true => ports[*number].0 = x,
                    false => ports[*number].1 = x,
                }
            }
        }
        ports
    }

    fn is_below(&self, state: usize, other: usize) -> bool {
        self.layers.row_of[other] > self.layers.row_of[state]
    }

    /// The way of an edge between two states.
    fn path(&self, number: usize, (leave, enter): (f64, f64)) -> String {
        let route = &self.layers.routes[number];
        let (Some(first), Some(last)) = (route.first().copied(), route.last().copied()) else {
            return String::new();
        };
        let edge_of = |state: usize, below: bool| {
            let half = self.boxes[state].height / 2.0;
            self.places.y[state] + if below { half } else { -half }
        };
        if let [first, label, last] = route[..]
            && self.layers.row_of[first] == self.layers.row_of[last]
        {
            let start = (leave, edge_of(first, true));
            return self.hanging(number, label, start, (enter, edge_of(last, true)));
        }
        let down = self.layers.row_of[first] < self.layers.row_of[last];
        let row_end = |item: usize, lower: bool| {
            let row = self.layers.row_of[item];
            if lower { self.places.bottom[row] } else { self.places.top[row] }
        };
        let start = edge_of(first, down);
        let mut path = format!("M {leave:.1} {start:.1} V {:.1}", row_end(first, down));
        let (mut x, mut y) = (leave, row_end(first, down));
        for item in &route[1..] {
            let goal = if *item == last { enter } else { self.places.x[*item] };
            let straight = match *item == last {
                true if down => HEAD,
                true => -HEAD,
                false => 0.0,
            };
            let (begin, end) = (row_end(*item, !down) - straight, row_end(*item, down));
            let middle = (y + begin) / 2.0;
            path.push_str(&format!(" C {x:.1} {middle:.1} {goal:.1} {middle:.1} {goal:.1} {begin:.1}"));
            let stop = if *item == last { edge_of(last, !down) } else { end };
            if (stop - begin).abs() > 0.05 {
                path.push_str(&format!(" V {stop:.1}"));
            }
            (x, y) = (goal, stop);
        }
        path
    }

    /// An edge between states of one row: down to its label, along behind it, and up again.
    fn hanging(&self, number: usize, label: usize, start: (f64, f64), end: (f64, f64)) -> String {
        let quarter = (self.labels[number].width() / 4.0).max(8.0);
        let quarter = if start.0 <= end.0 { quarter } else { -quarter };
        let (x, y) = (self.places.x[label], self.places.y[label]);
        let (before, after) = (x - quarter, x + quarter);
        let row = self.layers.row_of[label];
        let (upper, lower) = (self.places.bottom[row - 1], self.places.top[row]);
        let (middle, near) = ((upper + lower) / 2.0, upper + HEAD);
        format!(
            "M {0:.1} {1:.1} V {upper:.1} C {0:.1} {middle:.1} {before:.1} {middle:.1} {before:.1} {lower:.1} V {y:.1} \
             H {after:.1} V {lower:.1} C {after:.1} {middle:.1} {2:.1} {middle:.1} {2:.1} {near:.1} V {3:.1}",
            start.0, start.1, end.0, end.1
        )
    }

    fn loop_path(&self, state: usize) -> String {
        let shown = &self.boxes[state];
        let right = self.places.x[state] + shown.width / 2.0;
        // Beside the labels of jumps the loop moves up with its own, but does not leave the box.
        let y = self.places.y[state] - shown.shifts().0.min((shown.height - 24.0) / 2.0);
        let far = right + LOOP + 2.0;
        format!(
            "M {right:.1} {:.1} C {far:.1} {:.1} {far:.1} {:.1} {right:.1} {:.1}",
            y - 7.0,
            y - 17.0,
            y + 17.0,
            y + 7.0
        )
    }

    /// A short way to the text that says where the jump leads.
    fn jump_path(&self, state: usize) -> String {
        let shown = &self.boxes[state];
        let right = self.places.x[state] + shown.width / 2.0;
        let (_, shift) = shown.shifts();
        let start = self.places.y[state] + shift.min(shown.height / 2.0 - 8.0);
        let (end, far) = (self.places.y[state] + shift, right + LOOP - 5.0);
        let middle = (right + far) / 2.0;
        format!("M {right:.1} {start:.1} C {middle:.1} {start:.1} {middle:.1} {end:.1} {far:.1} {end:.1}")
    }

    /// The labels of edges, loops and jumps.
    fn texts(&self, svg: &mut String) {
        for (number, item) in self.layers.items.iter().enumerate() {
            let (x, y) = (self.places.x[number], self.places.y[number]);
            match item {
                Item::Label(edge) if !self.labels[*edge].lines.is_empty() => {
                    let label = &self.labels[*edge];
                    let (width, height) = (label.width() + 8.0, label.height() + 2.0);
                    svg.push_str(&format!(
                        "<rect class=\"behind\" x=\"{:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>\n",
                        x - width / 2.0,
                        y - height / 2.0
                    ));
                    lines(svg, "label", x - label.width() / 2.0, y, label);
                }
                Item::State(state) => {
                    let shown = &self.boxes[*state];
                    let left = x + shown.width / 2.0 + LOOP - 2.0;
                    let (up, down) = shown.shifts();
                    lines(svg, "label", left, y - up, &shown.loops);
                    lines(svg, "label", left, y + down, &shown.jumps);
                }
                Item::Label(_) | Item::Bend(_) => {}
            }
        }
    }

    fn states(&self, svg: &mut String) {
        for (number, state) in self.graph.states.iter().enumerate() {
            let (x, y) = (self.places.x[number], self.places.y[number]);
            let StateBox { text: shown, width, height, .. } = &self.boxes[number];
            let top = y - height / 2.0;
            if state.initial {
                let from = self.places.top[self.layers.row_of[number]] - START + 6.0;
                svg.push_str(&format!(
                    "<circle class=\"start\" cx=\"{x:.1}\" cy=\"{from:.1}\" r=\"4\"/>\
                     <path class=\"edge\" marker-end=\"url(#arrow)\" d=\"M {x:.1} {from:.1} V {top:.1}\"/>\n"
                ));
            }
            let class = if state.initial { "state initial" } else { "state" };
            let whole: Vec<String> =
                [&state.label].into_iter().chain(&state.note).map(|line| escape(line)).collect();
            svg.push_str(&format!(
                "<g class=\"{class}\"><title>{}</title><rect x=\"{:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" \
                 height=\"{height:.1}\" rx=\"{:.1}\"/>\n",
                whole.join(" — "),
                x - width / 2.0,
                (height / 2.0).min(15.0)
            ));
            let first = y - (shown.lines.len() as f64 - 1.0) / 2.0 * LINE + 4.0;
            for (at, line) in shown.lines.iter().enumerate() {
                let class = if at == 0 { "name" } else { "note" };
                text(svg, class, x, first + at as f64 * LINE, line);
            }
            svg.push_str("</g>\n");
        }
    }
}

/// Lines from a left border, around a height.
fn lines(svg: &mut String, class: &str, left: f64, middle: f64, lines: &Lines) {
    let first = middle - (lines.lines.len() as f64 - 1.0) / 2.0 * LINE + 4.0;
    for (at, line) in lines.lines.iter().enumerate() {
        text(svg, class, left, first + at as f64 * LINE, line);
    }
}

fn text(svg: &mut String, class: &str, x: f64, y: f64, line: &str) {
    svg.push_str(&format!("<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>\n", escape(line)));
}

/// Text that is safe between tags. Characters that XML forbids are replaced.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(character),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            steering if is_steering(steering) => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::super::tests::coffee;
    use super::*;

    #[test]
    fn every_state_and_every_transition_is_drawn() {
        let svg = to_svg(&coffee());
        assert_eq!(svg.matches("<g class=\"state").count(), 3);
        assert_eq!(svg.matches("<g class=\"state initial\"").count(), 1);
        assert_eq!(svg.matches("<circle class=\"start\"").count(), 1);
        // Seven edges between nine transitions, and the arrow to the initial state.
        assert_eq!(svg.matches("marker-end").count(), 8);
        assert_eq!(svg.matches("<text class=\"label\"").count(), 9);
        assert!(svg.contains("<title>S10 → S0: Button / [Coffee]</title>"));
        assert_eq!(svg.matches('<').count(), svg.matches('>').count());
    }

    #[test]
    fn the_same_graph_gives_the_same_picture() {
        assert_eq!(to_svg(&coffee()), to_svg(&coffee()));
        let mut split = coffee();
        let edge = split.edges.remove(5);
        split.edges[4].labels.extend(edge.labels);
        assert_eq!(to_svg(&coffee()), to_svg(&split));
    }

    #[test]
    fn text_of_a_user_cannot_become_markup() {
        let mut graph = coffee();
        graph.title = "<script>&\u{1}".into();
        graph.states[0].label = "</title><b>\"".into();
        graph.edges[0].labels = vec!["x < 3 && y > \u{ffff}".into()];
        let svg = to_svg(&graph);
        for bad in ["<script", "<b>", "\u{1}", "\u{ffff}", "&&"] {
            assert!(!svg.contains(bad), "{bad}");
        }
        assert!(svg.contains("x &lt; 3 &amp;&amp; y &gt; \u{fffd}"));
    }

    #[test]
    fn long_texts_are_cut_but_kept_as_a_tooltip() {
        let mut graph = coffee();
        graph.states[0].label = "a".repeat(100);
        graph.edges[0].labels = (0..20).map(|number| format!("Put {number} / []")).collect();
        let svg = to_svg(&graph);
        assert!(svg.contains(&format!(">{}…</text>", "a".repeat(LONGEST_STATE - 1))));
        assert!(svg.contains(&format!("<title>{}</title>", "a".repeat(100))));
        assert!(svg.contains(">… 15 more</text>") && svg.contains("Put 19 / []</title>"));
    }

    #[test]
    fn a_reset_from_everywhere_is_written_beside_each_state() {
        let mut graph = coffee();
        for number in 3..12 {
            graph.states.push(GraphState { label: format!("S{number}"), initial: false, note: None });
            graph.edges.push(GraphEdge { from: number - 1, to: number, labels: vec!["Next".into()] });
            graph.edges.push(GraphEdge { from: number, to: 0, labels: vec!["Reset".into()] });
        }
        let svg = to_svg(&graph);
        assert_eq!(svg.matches("<path class=\"edge jump\"").count(), 10);
        assert_eq!(svg.matches(">Reset → S0</text>").count(), 9);
        assert!(svg.contains(">Button / [Coffee] → S0</text>"));
    }

    #[test]
    fn a_graph_without_states_or_edges_is_still_a_picture() {
        for states in 0..3 {
            let state = GraphState { label: "x".into(), initial: false, note: Some("lonely".into()) };
            let graph = Graph { states: vec![state; states], cut: true, ..Graph::default() };
            let svg = to_svg(&graph);
            assert_eq!(svg.matches("lonely</text>").count(), states);
            assert!(svg.contains(CUT) && !svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }
}
