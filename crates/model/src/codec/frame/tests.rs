//! Messages are whole with their last byte, and not before.

use super::*;
use crate::codec::Wildcard;

fn rule(line: &str, counted: Option<Counted>) -> Rule {
    Rule { line: FirstLine::new(line), until: None, counted, is_closed: true, has_more: false }
}

/// The key-value protocol in which arrays hold anything.
fn nested() -> Framing {
    let rules = vec![rule(r"\*{n}", Some(Counted::Items)), rule("${n}", Some(Counted::Bytes))];
    Framing::lines("\r\n", rules)
}

#[track_caller]
fn whole(framing: &Framing, bytes: &[u8], text: &[u8]) {
    for end in 0..bytes.len() {
        assert_eq!(framing.first(&bytes[..end]), None, "whole after {end} of {} bytes", bytes.len());
    }
    let expected = Some(Whole { text: text.to_vec(), length: bytes.len() });
    assert_eq!(framing.first(bytes), expected);
    assert_eq!(framing.first(&[bytes, b"+OK\r\n"].concat()), expected);
}

#[test]
fn arrays_and_blocks_are_whole_with_their_last_byte() {
    whole(&nested(), b"+OK\r\n", b"+OK");
    whole(&nested(), b"$-1\r\n", b"$-1");
    whole(&nested(), b"$4\r\na\r\nb\r\n", b"$4\na\r\nb");
    whole(&nested(), b"*2\r\n$1\r\nx\r\n*1\r\n:5\r\n", b"*2\n$1\nx\n*1\n:5");
    whole(&nested(), b"*0\r\n", b"*0");
}

#[test]
fn an_array_is_cut_into_its_items_again() {
    let parts = nested().parts(b"$3\na\nb\n*2\n:1\n:2\n$-1").into_iter().map(<[u8]>::to_vec);
    assert_eq!(parts.collect::<Vec<_>>(), [&b"$3\na\nb"[..], b"*2\n:1\n:2", b"$-1"].map(<[u8]>::to_vec));
    assert!(nested().parts(b"").is_empty());
}

#[test]
fn lines_go_on_until_one_that_ends_them() {
    let until = Rule { until: Some(Wildcard::new(".")), ..rule("211*", None) };
    let more = Rule { has_more: true, ..rule("VALUE * {n}", Some(Counted::Bytes)) };
    let counted = rule("rows {n}:", Some(Counted::Lines));
    let framing = Framing::lines("\r\n", vec![until, more, counted]);
    whole(&framing, b"211 list\r\na\r\n.\r\n", b"211 list\na\n.");
    whole(
        &framing,
        b"VALUE k 0 2\r\nab\r\nVALUE l 0 0\r\n\r\nEND\r\n",
        b"VALUE k 0 2\nab\nVALUE l 0 0\n\nEND",
    );
    whole(&framing, b"rows 2:\r\n1\r\n2\r\n", b"rows 2:\n1\n2");
    assert_eq!(framing.parts(b"VALUE k 0 2\nab\nEND"), [&b"VALUE k 0 2\nab"[..], b"END"]);
}

#[test]
fn headers_give_the_length_of_what_follows_without_a_line_end() {
    let rule = Rule {
        until: Some(Wildcard::new("")),
        is_closed: false,
        ..rule("Content-Length: {n}", Some(Counted::Bytes))
    };
    whole(
        &Framing::lines("\r\n", vec![rule]),
        b"Content-Length: 2\r\nX: y\r\n\r\n{}",
        b"Content-Length: 2\nX: y\n\n{}",
    );
}

#[test]
fn lengths_and_sizes_cut_without_lines() {
    let prefixed = Framing::prefixed(Prefix { bytes: 2, is_big: true });
    assert_eq!(prefixed.outgoing(b"abc"), Ok(b"\0\x03abc".to_vec()));
    assert_eq!(prefixed.first(b"\0\x02ab\0"), Some(Whole { text: b"ab".to_vec(), length: 4 }));
    assert_eq!(prefixed.first(b"\0\x02a"), None);
    let small = Framing::prefixed(Prefix { bytes: 1, is_big: false });
    assert!(small.outgoing(&[0; 256]).is_err());
    let fixed = Framing::fixed(3);
    assert_eq!(fixed.first(b"abcd"), Some(Whole { text: b"abc".to_vec(), length: 3 }));
    assert!(fixed.outgoing(b"ab").is_err());
}

#[test]
fn a_number_is_found_among_others() {
    assert_eq!(FirstLine::new("VALUE * * {n}").number(b"VALUE k1 0 12"), Some(12));
    assert_eq!(FirstLine::new("VALUE * {n} *").number(b"VALUE k 3 12"), Some(3));
    assert_eq!(FirstLine::new("${n}").number(b"$-1"), Some(-1));
    assert_eq!(FirstLine::new("${n}").number(b"$"), None);
    assert_eq!(FirstLine::new("${n}").number(b"+5"), None);
    assert_eq!(FirstLine::new("END").number(b"END"), Some(0));
}
