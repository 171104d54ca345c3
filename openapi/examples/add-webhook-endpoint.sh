#!/bin/sh
# createWebhookEndpoint: an address of yours that is told what happens. Needs WEBHOOK_URL.
set -eu
cd "$(dirname "$0")"

curl -sS --fail-with-body "$BASE_URL/api/partner/webhook-endpoints" \
  --header "Authorization: Bearer $CLEARBATCH_KEY" \
  --header "Content-Type: application/json" \
  --data '{
    "url": "'"$WEBHOOK_URL"'",
    "types": ["certificate.published", "certificate.changes_requested", "certificate.rejected", "certificate.amended", "certificate.withdrawn"]
  }'
