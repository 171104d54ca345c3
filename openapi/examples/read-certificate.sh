#!/bin/sh
# getOwnCertificate: where a certificate stands. Needs CERTIFICATE_ID.
set -eu
cd "$(dirname "$0")"

curl -sS --fail-with-body --include "$BASE_URL/api/partner/certificates/$CERTIFICATE_ID" \
  --header "Authorization: Bearer $CLEARBATCH_KEY"
