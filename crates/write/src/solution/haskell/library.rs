//! The functions that Haskell programs define if they use them, and the names that are taken.

use crate::solution::text::Helper;

/// Names that variables cannot have.
pub(super) const RESERVED: &str = "case class data default deriving do else foreign if import in infix \
    infixl infixr instance let module newtype of then type where abs all and any concat concatMap const \
    div divMod drop elem exitSuccess fail filter flip fmap foldl foldr fromIntegral fromJust fst \
    genericLength genericIndex getLine head id intercalate isInfixOf isPrefixOf isSuffixOf last length \
    lines lookup main map max maximum min minimum mod not notElem nub null or ord chr otherwise print \
    product putStr putStrLn quot read readLn rem repeat replicate return reverse show snd sort span stdout \
    sum tail take toLower toUpper unwords words zip line values table showList asTypeOf break ceiling \
    compare curry cycle dropWhile either error even exp floor gcd init interact iterate lcm lex log mapM \
    mapM_ maybe negate odd pi pred properFraction pure reads round scanl seq sequence shows signum splitAt \
    sqrt subtract succ takeWhile toInteger truncate uncurry undefined unlines until unzip userError zip3 \
    zipWith isDigit isSpace dropWhileEnd sin cos tan hSetBuffering";

/// What is imported from modules.
pub(super) const IMPORTS: &[(&str, &str)] = &[
    ("Data.Char", "chr, isDigit, isSpace, ord, toLower, toUpper"),
    ("Data.List", "dropWhileEnd, genericLength, intercalate, isInfixOf, isPrefixOf, isSuffixOf, nub, sort"),
    ("Data.Maybe", "fromJust"),
    ("System.Exit", "exitSuccess"),
    ("System.IO", "BufferMode (NoBuffering), hSetBuffering, stdout"),
];

/// Functions with what they need (modules begin with a capital) and their text.
pub(super) const HELPERS: &[Helper] = &[
    ("size", &["Data.List"], "size :: [a] -> Integer\nsize = genericLength"),
    ("showBool", &[], "showBool :: Bool -> String\nshowBool value = if value then \"true\" else \"false\""),
    (
        "showDecimal",
        &[],
        "showDecimal :: Int -> Integer -> String
showDecimal places value = sign ++ take whole digits ++ \".\" ++ drop whole digits
  where
    sign = if value < 0 then \"-\" else \"\"
    shown = show (abs value)
    digits = replicate (places + 1 - length shown) '0' ++ shown
    whole = length digits - places",
    ),
    (
        "showItems",
        &["Data.List"],
        "showItems :: (a -> String) -> [a] -> String
showItems item list = \"[\" ++ intercalate \", \" (map item list) ++ \"]\"",
    ),
    ("power", &[], "power :: Integer -> Integer -> Integer\npower a n = if n <= 0 then 1 else a ^ n"),
    (
        "divideRounded",
        &[],
        "-- Half away from zero.
divideRounded :: Integer -> Integer -> Integer
divideRounded a b = if (a < 0) == (b < 0) then quotient else negate quotient
  where
    quotient = (2 * abs a + abs b) `div` (2 * abs b)",
    ),
    (
        "trim",
        &["Data.Char", "Data.List"],
        "trim :: String -> String\ntrim = dropWhileEnd isSpace . dropWhile isSpace",
    ),
    (
        "isInt",
        &["Data.Char"],
        "isInt :: String -> Bool
isInt ('-' : digits) = not (null digits) && all isDigit digits
isInt digits = not (null digits) && all isDigit digits",
    ),
    (
        "intOfText",
        &["isInt"],
        "intOfText :: String -> Integer\nintOfText text = if isInt text then read text else 0",
    ),
    (
        "parseInt",
        &["isInt", "trim"],
        "parseInt :: String -> Maybe Integer
parseInt line = case trim line of
  '+' : digits | isInt digits && take 1 digits /= \"-\" -> Just (read digits)
  text | isInt text -> Just (read text)
  _ -> Nothing",
    ),
    (
        "parseDecimal",
        &["parseInt"],
        "parseDecimal :: Int -> String -> Maybe Integer
parseDecimal places line
  | null whole || any (/= '0') (drop places fraction) = Nothing
  | otherwise = parseInt (whole ++ take places (fraction ++ repeat '0'))
  where
    (whole, rest) = break (== '.') (trim line)
    fraction = drop 1 rest",
    ),
    (
        "parseBool",
        &["trim"],
        "parseBool :: String -> Maybe Bool
parseBool line = lookup (trim line) [(\"true\", True), (\"false\", False)]",
    ),
    (
        "parseChar",
        &["trim"],
        "parseChar :: String -> Maybe Char
parseChar [character] = Just character
parseChar line = case trim line of
  [character] -> Just character
  _ -> Nothing",
    ),
    (
        "splitOn",
        &["Data.List"],
        "splitOn :: String -> String -> [String]
splitOn \"\" text = [text]
splitOn separator text = from \"\" text
  where
    from part \"\" = [reverse part]
    from part rest@(character : others)
      | separator `isPrefixOf` rest = reverse part : from \"\" (drop (length separator) rest)
      | otherwise = from (character : part) others",
    ),
    (
        "substring",
        &[],
        "substring :: String -> Integer -> Integer -> String
substring text from count = take (fromIntegral count) (drop (fromIntegral from) text)",
    ),
];
