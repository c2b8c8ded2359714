let allowed name = String.length name > 3
