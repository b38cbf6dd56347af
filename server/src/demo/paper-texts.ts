import type { DocumentKind } from '@honbu/contract/papers.ts'

interface DemoDocument {
  readonly clubId: number
  readonly kind: DocumentKind
  readonly title: string
  readonly isRequired: boolean
  /** The published versions, the first one first; none: a draft. */
  readonly texts: readonly string[]
  /** Where it is being changed. */
  readonly draft?: string
  /** When each version was published, in months before today. */
  readonly monthsAgo: readonly number[]
}

const terms = `# Membership

- Fees are due on the **first of the month**; leaving takes one month's notice by e-mail.
- Training is at your own pace. Tell the instructor about injuries *before* class.
- Shoes stay outside the dojo, and so does jewellery.

# Children

1. A parent or guardian stays within reach by phone.
2. Children are handed over to, and collected from, the instructor.

# Your data

We keep what we need to run the club and to reach you in an emergency. Ask us at any time what that is.`

const newTerms = `${terms}

# Gradings

A grading is booked and paid by the Friday before. Who cannot come tells us by then, and pays nothing.`

const waiver = `Martial arts are contact sports. Bruises are common, and **injuries happen** although we do what we can to prevent them.

- I am fit to train, and tell the instructor when that changes.
- I follow the instructor's word on the mat at once.
- I am insured through the association while my licence is valid.

Nothing here takes away a right that the law gives me, above all where the club has been negligent.`

const photos = `The club may take photos and film of training, gradings and competitions, and show them

- on its website and in its social media,
- on posters and in the local press.

No names are given with pictures of children. You may say no, and you may **change your mind at any time**: pictures that we control are taken down within a month. Training does not depend on your answer.`

export const demoDocuments: readonly DemoDocument[] = [
  { clubId: 1, kind: 'photo', title: 'Photos and film', isRequired: false, texts: [photos], monthsAgo: [40] },
  {
    ...{ clubId: 2, kind: 'terms', title: 'Terms of membership', isRequired: true },
    texts: [terms, newTerms],
    monthsAgo: [60, 3],
  },
  { clubId: 2, kind: 'waiver', title: 'Training at your own risk', isRequired: true, texts: [waiver], monthsAgo: [60] },
  {
    ...{ clubId: 2, kind: 'waiver', title: 'Trips to competitions', isRequired: false, texts: [], monthsAgo: [] },
    draft: `${waiver}\n\nThe coach leaves at the time given, and with those who are there.`,
  },
  { clubId: 4, kind: 'terms', title: 'Terms of membership', isRequired: true, texts: [terms], monthsAgo: [48] },
  { clubId: 8, kind: 'terms', title: 'Club rules', isRequired: true, texts: [terms], monthsAgo: [36] },
]
