-- A model solution for high-low with secret = 7.
module Main where

import Data.Char (chr, isDigit, isSpace, ord, toLower, toUpper)
import Data.List (dropWhileEnd, genericLength, intercalate, isInfixOf, isPrefixOf, isSuffixOf, nub, sort)
import System.IO (BufferMode (NoBuffering), hSetBuffering, stdout)

size :: [a] -> Integer
size = genericLength

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

secret :: Integer
secret = 7

main :: IO ()
main = do
  hSetBuffering stdout NoBuffering
  let all_guess = [] :: [Integer]
  let
    loop1 guess all_guess = do
      let
        ask2 = do
          line <- getLine
          case parseInt line of
            Just guess | guess >= 0 && guess <= 100 -> return guess
            _ -> do
              putStrLn "between 0 and 100"
              ask2
      guess <- ask2
      all_guess <- return (all_guess ++ [guess])
      if guess == secret
        then do
          putStrLn ("right after " ++ show (size all_guess) ++ " guesses")
        else do
          if guess < secret
            then do
              putStrLn "too low"
            else do
              putStrLn "too high"
          loop1 guess all_guess
  loop1 0 all_guess
