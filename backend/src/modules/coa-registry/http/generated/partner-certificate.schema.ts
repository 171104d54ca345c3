// This file is generated from openapi/openapi.json by "npm run generate". Do not edit it.
export const PARTNER_CERTIFICATE_SCHEMA = {
  "type": "object",
  "required": [
    "brandName",
    "productName",
    "batchId",
    "thcContent",
    "cbdContent",
    "testDate",
    "labReportId",
    "status",
    "panels"
  ],
  "additionalProperties": false,
  "properties": {
    "brandName": {
      "type": "string",
      "minLength": 1,
      "maxLength": 120
    },
    "website": {
      "type": "string",
      "format": "iri",
      "maxLength": 500
    },
    "productName": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200
    },
    "batchId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 100
    },
    "thcContent": {
      "type": "number",
      "minimum": 0,
      "maximum": 1000
    },
    "cbdContent": {
      "type": "number",
      "minimum": 0,
      "maximum": 1000
    },
    "notes": {
      "type": "string",
      "maxLength": 2000
    },
    "coaFileUrl": {
      "type": "string",
      "format": "iri",
      "maxLength": 500
    },
    "sample": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "containerVolume": {
          "type": "object",
          "required": [
            "amount",
            "unit"
          ],
          "additionalProperties": false,
          "properties": {
            "amount": {
              "type": "string",
              "pattern": "^\\d{1,7}(?:\\.\\d{1,6})?$"
            },
            "unit": {
              "type": "string",
              "enum": [
                "mL",
                "L",
                "fl oz"
              ]
            }
          }
        },
        "containerMass": {
          "type": "object",
          "required": [
            "amount",
            "unit"
          ],
          "additionalProperties": false,
          "properties": {
            "amount": {
              "type": "string",
              "pattern": "^\\d{1,7}(?:\\.\\d{1,6})?$"
            },
            "unit": {
              "type": "string",
              "enum": [
                "g",
                "kg",
                "oz"
              ]
            }
          }
        },
        "servingsPerContainer": {
          "type": "string",
          "pattern": "^\\d{1,7}(?:\\.\\d{1,6})?$"
        },
        "densityGPerMl": {
          "type": "string",
          "pattern": "^\\d{1,7}(?:\\.\\d{1,6})?$"
        },
        "collectedOn": {
          "type": "string",
          "format": "date"
        },
        "receivedOn": {
          "type": "string",
          "format": "date"
        },
        "testedOn": {
          "type": "string",
          "format": "date"
        },
        "issuedOn": {
          "type": "string",
          "format": "date"
        },
        "revision": {
          "type": "string",
          "maxLength": 50
        }
      }
    },
    "testDate": {
      "type": "string",
      "format": "date"
    },
    "labReportId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 100
    },
    "status": {
      "type": "string",
      "enum": [
        "passed",
        "failed",
        "pending"
      ]
    },
    "panels": {
      "type": "object",
      "required": [
        "pesticides",
        "heavyMetals",
        "microbials",
        "residualSolvents"
      ],
      "additionalProperties": false,
      "properties": {
        "pesticides": {
          "type": "string",
          "enum": [
            "passed",
            "failed",
            "not_tested",
            "pending",
            "not_reported"
          ]
        },
        "heavyMetals": {
          "type": "string",
          "enum": [
            "passed",
            "failed",
            "not_tested",
            "pending",
            "not_reported"
          ]
        },
        "microbials": {
          "type": "string",
          "enum": [
            "passed",
            "failed",
            "not_tested",
            "pending",
            "not_reported"
          ]
        },
        "residualSolvents": {
          "type": "string",
          "enum": [
            "passed",
            "failed",
            "not_tested",
            "pending",
            "not_reported"
          ]
        }
      }
    },
    "analytes": {
      "minItems": 0,
      "maxItems": 500,
      "type": "array",
      "items": {
        "type": "object",
        "required": [
          "panel",
          "name",
          "valueText"
        ],
        "additionalProperties": false,
        "properties": {
          "panel": {
            "type": "string",
            "enum": [
              "pesticides",
              "heavyMetals",
              "microbials",
              "residualSolvents",
              "cannabinoids",
              "other"
            ]
          },
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200
          },
          "valueText": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200
          },
          "value": {
            "type": [
              "number",
              "null"
            ],
            "minimum": 0
          },
          "unit": {
            "type": "string",
            "maxLength": 50
          },
          "lod": {
            "type": [
              "number",
              "null"
            ],
            "minimum": 0
          },
          "loq": {
            "type": [
              "number",
              "null"
            ],
            "minimum": 0
          },
          "limit": {
            "type": [
              "number",
              "null"
            ],
            "minimum": 0
          },
          "method": {
            "type": "string",
            "maxLength": 200
          }
        }
      }
    },
    "documentSha256": {
      "type": "string",
      "pattern": "^[0-9a-f]{64}$"
    }
  }
};
