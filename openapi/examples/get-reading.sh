#!/bin/sh
# readOwnDocument: what software read from a PDF. Needs SHA256.
set -eu
cd "$(dirname "$0")"

curl -sS --fail-with-body --include --request POST "$BASE_URL/api/partner/documents/$SHA256/reading" \
  --header "Authorization: Bearer $CLEARBATCH_KEY"
