# Runs another program, but only if it can read a file that stays closed unless the user opens it or gives it.
import os
import runpy
import sys

if not os.path.exists(".opened"):
    open(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".opened")).read()
del sys.argv[0]
runpy.run_path(sys.argv[0])
