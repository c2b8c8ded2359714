//! What several sessions did as a picture: a row for each session, a box for each call, from when it was made to when it returned.
//! Boxes that stand above one another overlapped. Colours are those of the page, so that it is readable on light and on dark paper.

use lydian_verdict::Timeline;

use super::escape;

/// The width of a character of the font in the picture.
const CHARACTER: f64 = 7.3;
/// The height of a row, of a box in it, and of what stands above the first.
const ROW: f64 = 40.0;
const BOX: f64 = 24.0;
const TOP: f64 = 10.0;
/// The room around a text in its box, and between two moments.
const MARGIN: f64 = 8.0;
const GAP: f64 = 16.0;
/// Longer texts are cut; the whole one is in the tooltip.
const LONGEST: usize = 40;

/// The picture.
pub(super) fn picture(timeline: &Timeline) -> String {
    let calls = || timeline.sessions.iter().flat_map(|session| &session.calls);
    let mut moments: Vec<u64> = calls().flat_map(|call| [call.from, call.to]).collect();
    moments.sort_unstable();
    moments.dedup();
    let at = |time: u64| moments.iter().position(|moment| *moment == time).unwrap_or(0);
    // A moment stands so far right that every call that has ended by then has room for its text.
    let left = MARGIN + widest(timeline.sessions.iter().map(|session| session.name.as_str()));
    let mut places = vec![left + GAP; moments.len()];
    for index in 1..moments.len() {
        let ending = calls().filter(|call| at(call.to) == index);
        let needed = ending.map(|call| places[at(call.from)] + 2.0 * MARGIN + width(&call.text));
        places[index] = needed.fold(places[index - 1] + GAP, f64::max);
    }
    let (wide, high) = (places.last().unwrap_or(&left) + GAP, TOP + ROW * timeline.sessions.len() as f64);
    let mut svg = format!(
        "<svg class=\"overlap\" role=\"img\" aria-label=\"calls of several sessions\" width=\"{wide:.0}\" height=\"{high:.0}\" \
         viewBox=\"0 0 {wide:.0} {high:.0}\">\n"
    );
    for (number, session) in timeline.sessions.iter().enumerate() {
        let top = TOP + ROW * number as f64;
        let middle = top + BOX / 2.0;
        svg.push_str(&format!(
            "<text x=\"0\" y=\"{:.1}\">{}</text>\n<line x1=\"{left:.1}\" y1=\"{middle:.1}\" x2=\"{wide:.1}\" y2=\"{middle:.1}\"/>\n",
            middle + 4.0,
            escape(&session.name)
        ));
        for call in &session.calls {
            let (from, to) = (places[at(call.from)], places[at(call.to)]);
            svg.push_str(&format!(
                "<g><title>{}</title><rect x=\"{from:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{BOX}\" rx=\"4\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\">{}</text></g>\n",
                escape(&call.text),
                to - from,
                from + MARGIN,
                middle + 4.0,
                escape(&cut(&call.text))
            ));
        }
    }
    svg + "</svg>\n"
}

fn widest<'t>(texts: impl Iterator<Item = &'t str>) -> f64 {
    texts.map(width).fold(0.0, f64::max)
}

fn width(text: &str) -> f64 {
    CHARACTER * cut(text).chars().count() as f64
}

fn cut(text: &str) -> String {
    match text.chars().count() > LONGEST {
        true => text.chars().take(LONGEST - 1).chain(['…']).collect(),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use lydian_verdict::{TimelineCall, TimelineSession};

    use super::*;

    #[test]
    fn calls_that_overlap_stand_above_one_another() {
        let call = |from, to, text: &str| TimelineCall { from, to, text: text.into() };
        let session = |name: &str, calls: Vec<TimelineCall>| TimelineSession { name: name.into(), calls };
        let sessions = vec![
            session("session 1", vec![call(0, 1, "Add -> Done"), call(2, 3, "Get \"<b>\" -> Is 1")]),
            session("session 2", vec![call(0, 1, "Add -> Done")]),
        ];
        let svg = picture(&Timeline { sessions });
        assert_eq!(svg.matches("<rect").count(), 3);
        let lefts: Vec<&str> =
            svg.split("<rect x=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!(lefts[0] == lefts[2] && lefts[0] != lefts[1], "{lefts:?}");
        assert!(svg.contains("&lt;b&gt;") && !svg.contains("<b>"), "{svg}");
    }
}
