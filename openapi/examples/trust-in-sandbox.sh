#!/bin/sh
# changeSandboxTrust: makes your lab a trusted one in the sandbox. Needs a test key.
set -eu
cd "$(dirname "$0")"

curl -sS --fail-with-body --request PUT "$BASE_URL/api/partner/lab/sandbox-trust" \
  --header "Authorization: Bearer $CLEARBATCH_KEY" \
  --header "Content-Type: application/json" \
  --data '{"trusted": true}'
