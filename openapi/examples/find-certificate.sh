#!/bin/sh
# Finds your certificates by your own report number, with listOwnCertificates.
set -eu
cd "$(dirname "$0")"

curl -sS --fail-with-body --get "$BASE_URL/api/partner/certificates" \
  --header "Authorization: Bearer $CLEARBATCH_KEY" \
  --data-urlencode "labReportId=EA-2026-01187"
