#!/bin/sh
# sendWebhookDelivery: sends a delivery again, now. Needs DELIVERY_ID.
set -eu
cd "$(dirname "$0")"

curl -sS --fail-with-body "$BASE_URL/api/partner/webhook-deliveries/$DELIVERY_ID/redelivery" \
  --request POST \
  --header "Authorization: Bearer $CLEARBATCH_KEY"
