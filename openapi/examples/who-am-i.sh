#!/bin/sh
# getPartnerLab: who you are to the registry, and what your key may do.
set -eu
cd "$(dirname "$0")"

curl -sS --fail-with-body "$BASE_URL/api/partner/lab" \
  --header "Authorization: Bearer $CLEARBATCH_KEY"
