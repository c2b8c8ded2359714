from decimal import ROUND_HALF_UP, Decimal

n = int(input())
price = Decimal(input())
total = n * price * (Decimal("0.9") if n >= 10 else 1)
print(total.quantize(Decimal("0.01"), ROUND_HALF_UP))
