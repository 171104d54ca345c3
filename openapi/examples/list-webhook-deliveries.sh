#!/bin/sh
# listWebhookDeliveries: what did not arrive, newest first.
set -eu
cd "$(dirname "$0")"

curl -sS --fail-with-body "$BASE_URL/api/partner/webhook-deliveries?state=failed" \
  --header "Authorization: Bearer $CLEARBATCH_KEY"
