#!/bin/sh
# listOwnCertificates: your certificates that wait for you, newest first.
set -eu
cd "$(dirname "$0")"

curl -sS --fail-with-body --include "$BASE_URL/api/partner/certificates?standing=changes_requested&limit=100" \
  --header "Authorization: Bearer $CLEARBATCH_KEY"
