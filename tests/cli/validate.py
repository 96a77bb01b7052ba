#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# validate.py SCHEMA FILE...: whether each line of each file is valid by the schema; prints the first that is not.

import json
import sys

import jsonschema

schema = json.load(open(sys.argv[1], encoding="utf-8"))
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)


def constant(name):
    raise ValueError(name + " is no JSON")


for path in sys.argv[2:]:
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        value = json.loads(line, parse_constant=constant)
        # The branch of its own type and kind says more than "none of them".
        error = jsonschema.exceptions.best_match(validator.iter_errors(value))
        if error:
            sys.exit("%s:%d: %s: %s" % (path, number, "/".join(map(str, error.absolute_path)), error.message[:300]))
    print("%s: %d lines are valid" % (path, number))
