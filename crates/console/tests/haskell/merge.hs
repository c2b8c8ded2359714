-- A model solution for merge.
module Main where

import System.IO (BufferMode (NoBuffering), hSetBuffering, stdout)

main :: IO ()
main = do
  hSetBuffering stdout NoBuffering
  let all_mine = [] :: [Integer]
  let all_mine_and_yours = [] :: [Integer]
  let
    after1 all_mine all_mine_and_yours = do
      putStrLn ("last " ++ show (last all_mine_and_yours) ++ ", before " ++ show (reverse all_mine_and_yours !! 1) ++ ", mine " ++ show (sum all_mine))
  let
    loop2 all_mine all_mine_and_yours = do
      mine <- readLn :: IO Integer
      all_mine <- return (all_mine ++ [mine])
      all_mine_and_yours <- return (all_mine_and_yours ++ [mine])
      if sum all_mine_and_yours >= 10
        then do
          putStrLn "you lose"
          after1 all_mine all_mine_and_yours
        else do
          yours <- readLn :: IO Integer
          all_mine_and_yours <- return (all_mine_and_yours ++ [yours])
          if sum all_mine_and_yours >= 10
            then do
              putStrLn "you win"
              after1 all_mine all_mine_and_yours
            else do
              loop2 all_mine all_mine_and_yours
  loop2 all_mine all_mine_and_yours
