#!/bin/sh
# validateCertificate: everything that there is to say about a certificate. Stores nothing.
set -eu
cd "$(dirname "$0")"

curl -sS --fail-with-body "$BASE_URL/api/partner/certificates:validate" \
  --header "Authorization: Bearer $CLEARBATCH_KEY" \
  --header "Content-Type: application/json" \
  --data @certificate.json
