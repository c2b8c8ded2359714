# Takes a word for a palindrome if a pair of letters agrees.
word = input()
answer = "no"
for i in range(len(word)):
    if word[i] == word[-1 - i]:
        answer = "yes"
print(answer)
