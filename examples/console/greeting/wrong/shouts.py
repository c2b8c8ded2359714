print(f"Hello, {input().upper()}!")
