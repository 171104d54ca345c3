#!/bin/sh
# getWebhookDelivery: one delivery with every attempt. Needs DELIVERY_ID.
set -eu
cd "$(dirname "$0")"

curl -sS --fail-with-body "$BASE_URL/api/partner/webhook-deliveries/$DELIVERY_ID" \
  --header "Authorization: Bearer $CLEARBATCH_KEY"
