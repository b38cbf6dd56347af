/** The fixed ids of the specification (sections 4 and 9), each once in the whole product. They are rows of `lookup` too. */

export const memberStatus = {
  active: 21,
  prospect: 22,
  lapsed: 23,
  issue: 24,
  notInterested: 46,
  enquiry: 872,
  unconverted: 912,
} as const

export const classType = {
  class: 39,
  seminar: 40,
  workshop: 41,
  grading: 44,
  competition: 45,
  chargeable: 148,
  course: 863,
  nonAttendance: 865,
  prebooked: 915,
} as const

export const clubType = { notSet: 0, franchise: 1, standard: 2 } as const

export const paymentMethod = {
  directDebit: 186,
  instantBankPay: 926,
  card: 946,
  // Chosen by us: taken by hand, and written down.
  cash: 1401,
  cardReader: 1402,
  bankTransfer: 1403,
  cheque: 1404,
} as const

/** Chosen by us: what a charge is for. */
export const transactionCategory = {
  membership: 1421,
  joiningFee: 1422,
  trial: 1423,
  class: 1424,
  event: 1425,
  product: 1426,
  other: 1427,
  correction: 1428,
} as const

/** Our own ids of the VAT rates. */
export const vatCode = {
  standard: 1601,
  reduced: 1602,
  zero: 1603,
  exempt: 1604,
  outside: 1605,
} as const

/** Bits of a member's communication flags: what he or she agreed to. */
export const communication = { sms: 1, email: 2, app: 4, photo: 8, other: 16 } as const

/** What happens after a trial. */
export const actionType = {
  activated: 899,
  notInterested: 900,
  rebookNext: 901,
  rebookFuture: 902,
  rebookDifferent: 903,
} as const

export const messageParameter = {
  club: 939,
  memberStatus: 126,
  category: 127,
  class: 133,
  tags: 940,
  refs: 140,
  disciplines: 120,
  gradeFrom: 875,
  gradeTo: 876,
  candidate: 941,
  role: 135,
  user: 136,
} as const

/** Chosen by us below 10 000, where values added by users begin. */
export const role = {
  owner: 1001,
  admin: 1002,
  instructor: 1003,
  assistant: 1004,
  reception: 1005,
  welfare: 1006,
  treasurer: 1007,
  headCoach: 1008,
} as const

/** Chosen by us: how often a plan's price falls due. */
export const subFrequency = { weekly: 1101, monthly: 1102, quarterly: 1103, yearly: 1104, oneOff: 1105 } as const

/** Bits of `gradingRequirementFlags` on a roster row: which requirement is met. */
export const gradingRequirement = { experience: 1, attendance: 2 } as const

/** The texts a person reads for the ids above. */
export const names: Readonly<Record<number, string>> = {
  21: 'Active',
  22: 'Prospect',
  23: 'Lapsed',
  24: 'Issue',
  46: 'Not interested',
  872: 'Enquiry',
  912: 'Unconverted',
  39: 'Class',
  40: 'Seminar',
  41: 'Workshop',
  44: 'Grading',
  45: 'Competition',
  148: 'Chargeable',
  863: 'Course',
  865: 'Non-attendance',
  915: 'Prebooked',
  186: 'Direct debit',
  926: 'Instant bank pay',
  946: 'Card',
  899: 'Activated',
  900: 'Not interested',
  901: 'Rebook next',
  902: 'Rebook future',
  903: 'Rebook different',
  939: 'Club',
  126: 'Member status',
  127: 'Category',
  133: 'Class',
  940: 'Tags',
  140: 'Refs',
  120: 'Disciplines',
  875: 'Grade from',
  876: 'Grade to',
  941: 'Candidate',
  135: 'Role',
  136: 'User',
  1001: 'Owner',
  1002: 'Admin',
  1003: 'Instructor',
  1004: 'Assistant',
  1005: 'Reception',
  1006: 'Welfare officer',
  1007: 'Treasurer',
  1008: 'Head coach',
  1101: 'Weekly',
  1102: 'Monthly',
  1103: 'Quarterly',
  1104: 'Yearly',
  1105: 'One-off',
  1401: 'Cash',
  1402: 'Card reader',
  1403: 'Bank transfer',
  1404: 'Cheque',
  1421: 'Membership',
  1422: 'Joining fee',
  1423: 'Trial',
  1424: 'Class',
  1425: 'Event',
  1426: 'Product',
  1427: 'Other',
  1428: 'Correction',
}

/** The ids of a set with their texts, to choose from: `choicesOf(memberStatus)`. */
export const choicesOf = (ids: Readonly<Record<string, number>>) =>
  Object.values(ids).map(value => ({ value, text: names[value] ?? String(value) }))
