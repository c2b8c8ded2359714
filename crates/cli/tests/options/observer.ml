let observe x = shift x mod 2
