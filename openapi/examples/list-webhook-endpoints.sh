#!/bin/sh
# listWebhookEndpoints: your endpoints, and whether they are enabled.
set -eu
cd "$(dirname "$0")"

curl -sS --fail-with-body "$BASE_URL/api/partner/webhook-endpoints" \
  --header "Authorization: Bearer $CLEARBATCH_KEY"
