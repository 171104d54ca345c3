#!/bin/sh
# getOwnDocument: whether a PDF was read. Needs SHA256.
set -eu
cd "$(dirname "$0")"

curl -sS --fail-with-body --include "$BASE_URL/api/partner/documents/$SHA256" \
  --header "Authorization: Bearer $CLEARBATCH_KEY"
