#!/bin/sh
# decideInSandbox: approves a certificate as a reviewer would. Needs CERTIFICATE_ID and a test key.
set -eu
cd "$(dirname "$0")"

curl -sS --fail-with-body "$BASE_URL/api/partner/certificates/$CERTIFICATE_ID/sandbox-decision" \
  --header "Authorization: Bearer $CLEARBATCH_KEY" \
  --header "Content-Type: application/json" \
  --data '{"decision": "approve"}'
