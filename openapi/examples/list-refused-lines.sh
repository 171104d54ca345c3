#!/bin/sh
# listLineResults: the lines of a file that were refused, and why. Needs JOB_ID.
set -eu
cd "$(dirname "$0")"

curl -sS --fail-with-body "$BASE_URL/api/partner/bulk-jobs/$JOB_ID/results?outcome=refused" \
  --header "Authorization: Bearer $CLEARBATCH_KEY"
