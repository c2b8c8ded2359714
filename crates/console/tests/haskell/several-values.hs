-- A model solution for several-values.
module Main where

import Data.Char (chr, isDigit, isSpace, ord, toLower, toUpper)
import Data.List (dropWhileEnd, genericLength, intercalate, isInfixOf, isPrefixOf, isSuffixOf, nub, sort)
import System.IO (BufferMode (NoBuffering), hSetBuffering, stdout)

trim :: String -> String
trim = dropWhileEnd isSpace . dropWhile isSpace

isInt :: String -> Bool
isInt ('-' : digits) = not (null digits) && all isDigit digits
isInt digits = not (null digits) && all isDigit digits

parseInt :: String -> Maybe Integer
parseInt line = case trim line of
  '+' : digits | isInt digits && take 1 digits /= "-" -> Just (read digits)
  text | isInt text -> Just (read text)
  _ -> Nothing

splitOn :: String -> String -> [String]
splitOn "" text = [text]
splitOn separator text = from "" text
  where
    from part "" = [reverse part]
    from part rest@(character : others)
      | separator `isPrefixOf` rest = reverse part : from "" (drop (length separator) rest)
      | otherwise = from (character : part) others

main :: IO ()
main = do
  hSetBuffering stdout NoBuffering
  let
    loop1 x y = do
      let
        ask2 = do
          line <- getLine
          let values = case map trim (splitOn ";" line) of { [part0, part1] -> (,) <$> parseInt part0 <*> parseInt part1; _ -> Nothing }
          case values of
            Just (x, y) | x >= (-50) && x <= 50 && y >= (-50) && y <= 50 -> return (x, y)
            _ -> do
              putStrLn "outside"
              ask2
      (x, y) <- ask2
      if x == 0 && y == 0
        then do
          line <- getLine
          (a, b) <- do
            let values = case words line of { [part0, part1] -> (,) <$> parseInt part0 <*> parseInt part1; _ -> Nothing }
            case values of
              Just (a, b) -> return (a, b)
              _ -> do
                fail "this line is not expected"
          putStrLn (show (max a b - min a b))
        else do
          putStrLn (show (abs x + abs y) ++ " " ++ show (x `mod` 7) ++ " " ++ show (x `div` 7) ++ " " ++ show (x `quot` 7) ++ " " ++ show (x `rem` 7))
          loop1 x y
  loop1 0 0
