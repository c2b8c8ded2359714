//! Classes of characters: what names consist of, and which digits numbers can be written with.
//! In: one character. Out: its class or its value. The tables follow the Unicode properties `Nd` and `Emoji_Presentation`.

/// The zeros of all sets of ten decimal digits, in ascending order; the other nine follow each.
const ZEROS: &[u32] = &[
    0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50,
    0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40,
    0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10, 0x104a0, 0x10d30, 0x11066,
    0x110f0, 0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0, 0x11730, 0x118e0, 0x11950,
    0x11c50, 0x11d50, 0x11da0, 0x11f50, 0x16a60, 0x16ac0, 0x16b50, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec,
    0x1d7f6, 0x1e140, 0x1e2f0, 0x1e4f0, 0x1e950, 0x1fbf0,
];

/// The characters that are shown as emoji by themselves, as ranges in ascending order.
const EMOJI: &[(u32, u32)] = &[
    (0x231a, 0x231b),
    (0x23e9, 0x23ec),
    (0x23f0, 0x23f0),
    (0x23f3, 0x23f3),
    (0x25fd, 0x25fe),
    (0x2614, 0x2615),
    (0x2648, 0x2653),
    (0x267f, 0x267f),
    (0x2693, 0x2693),
    (0x26a1, 0x26a1),
    (0x26aa, 0x26ab),
    (0x26bd, 0x26be),
    (0x26c4, 0x26c5),
    (0x26ce, 0x26ce),
    (0x26d4, 0x26d4),
    (0x26ea, 0x26ea),
    (0x26f2, 0x26f3),
    (0x26f5, 0x26f5),
    (0x26fa, 0x26fa),
    (0x26fd, 0x26fd),
    (0x2705, 0x2705),
    (0x270a, 0x270b),
    (0x2728, 0x2728),
    (0x274c, 0x274c),
    (0x274e, 0x274e),
    (0x2753, 0x2755),
    (0x2757, 0x2757),
    (0x2795, 0x2797),
    (0x27b0, 0x27b0),
    (0x27bf, 0x27bf),
    (0x2b1b, 0x2b1c),
    (0x2b50, 0x2b50),
    (0x2b55, 0x2b55),
    (0x1f004, 0x1f004),
    (0x1f0cf, 0x1f0cf),
    (0x1f18e, 0x1f18e),
    (0x1f191, 0x1f19a),
    (0x1f1e6, 0x1f201),
    (0x1f21a, 0x1f21a),
    (0x1f22f, 0x1f22f),
    (0x1f232, 0x1f236),
    (0x1f238, 0x1f23a),
    (0x1f250, 0x1f251),
    (0x1f300, 0x1f320),
    (0x1f32d, 0x1f335),
    (0x1f337, 0x1f37c),
    (0x1f37e, 0x1f393),
    (0x1f3a0, 0x1f3ca),
    (0x1f3cf, 0x1f3d3),
    (0x1f3e0, 0x1f3f0),
    (0x1f3f4, 0x1f3f4),
    (0x1f3f8, 0x1f43e),
    (0x1f440, 0x1f440),
    (0x1f442, 0x1f4fc),
    (0x1f4ff, 0x1f53d),
    (0x1f54b, 0x1f54e),
    (0x1f550, 0x1f567),
    (0x1f57a, 0x1f57a),
    (0x1f595, 0x1f596),
    (0x1f5a4, 0x1f5a4),
    (0x1f5fb, 0x1f64f),
    (0x1f680, 0x1f6c5),
    (0x1f6cc, 0x1f6cc),
    (0x1f6d0, 0x1f6d2),
    (0x1f6d5, 0x1f6d7),
    (0x1f6dc, 0x1f6df),
    (0x1f6eb, 0x1f6ec),
    (0x1f6f4, 0x1f6fc),
    (0x1f7e0, 0x1f7eb),
    (0x1f7f0, 0x1f7f0),
    (0x1f90c, 0x1f93a),
    (0x1f93c, 0x1f945),
    (0x1f947, 0x1f9ff),
    (0x1fa70, 0x1fa7c),
    (0x1fa80, 0x1fa89),
    (0x1fa8f, 0x1fac6),
    (0x1face, 0x1fadc),
    (0x1fadf, 0x1fae9),
    (0x1faf0, 0x1faf8),
];

/// The value of a decimal digit of any script.
pub fn digit(c: char) -> Option<u32> {
    if c.is_ascii() {
        return c.to_digit(10);
    }
    let code = u32::from(c);
    let zero = ZEROS[ZEROS.partition_point(|zero| *zero <= code).checked_sub(1)?];
    (code - zero < 10).then_some(code - zero)
}

/// The value of a hexadecimal digit: a decimal one, or a letter up to `f`, also of full width.
pub fn hex_digit(c: char) -> Option<u32> {
    match c {
        'a'..='f' => Some(u32::from(c) - u32::from('a') + 10),
        'A'..='F' => Some(u32::from(c) - u32::from('A') + 10),
        'ａ'..='ｆ' => Some(u32::from(c) - u32::from('ａ') + 10),
        'Ａ'..='Ｆ' => Some(u32::from(c) - u32::from('Ａ') + 10),
        _ => digit(c),
    }
}

/// Whether a name can start with this character.
pub fn starts_name(c: char) -> bool {
    c == '_' || c.is_alphabetic() || is_emoji(c)
}

/// Whether a name can go on with this character.
pub fn continues_name(c: char) -> bool {
    starts_name(c) || c.is_numeric()
}

fn is_emoji(c: char) -> bool {
    let code = u32::from(c);
    let index = EMOJI.partition_point(|(_, last)| *last < code);
    EMOJI.get(index).is_some_and(|(first, _)| *first <= code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_in_ascending_order_without_overlap() {
        assert!(ZEROS.is_sorted_by(|left, right| left + 10 <= *right));
        assert!(EMOJI.iter().all(|(first, last)| first <= last));
        assert!(EMOJI.is_sorted_by(|(_, last), (first, _)| last < first));
    }

    #[test]
    fn digits_of_every_script_have_values() {
        assert_eq!(digit('7'), Some(7));
        assert_eq!(digit('٣'), Some(3));
        assert_eq!(digit('९'), Some(9));
        assert_eq!(digit('𝟙'), Some(1));
        assert_eq!(digit('½'), None);
        assert_eq!(digit('x'), None);
        assert_eq!(hex_digit('Ｆ'), Some(15));
        assert_eq!(hex_digit('g'), None);
    }

    #[test]
    fn every_decimal_digit_in_the_table_is_a_number_to_rust() {
        for zero in ZEROS {
            for code in *zero..*zero + 10 {
                assert!(char::from_u32(code).is_some_and(char::is_numeric), "{code:x}");
            }
        }
    }

    #[test]
    fn names_start_with_letters_underscores_and_emoji() {
        assert!(['_', 'a', 'ß', 'λ', '名', 'ª', '🚀', '⏰'].into_iter().all(starts_name));
        assert!(['1', '²', '-', '€', ' ', '¬'].into_iter().all(|c| !starts_name(c)));
        assert!(['1', '²', '٣', 'Ⅷ', '🚀'].into_iter().all(continues_name));
    }
}
