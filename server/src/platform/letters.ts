/** Every letter the product writes, by whose name it carries. A letter to members, parents or enquirers is the club's. */
export const letters = {
  club: [
    'booking',
    'enquiry',
    'mandateInvitation',
    'message',
    'note',
    'onlineReceipt',
    'orderReceipt',
    'paidTwice',
    'payLink',
    'paymentFailed',
    'placeOffer',
    'priceChange',
    'signRequest',
    'signedCopy',
    'testMessage',
  ],
  // To people who work in a club, and about accounts, which may belong to several clubs.
  product: ['account', 'clubDeletion', 'invitation', 'lostPayment', 'report', 'supportRequest', 'tasks'],
} as const

export type ClubLetter = (typeof letters.club)[number]
export type ProductLetter = (typeof letters.product)[number]
