import type { OwnersRight, Right } from './rights.ts'

/** The rows an id can point at. Each has one resolver on the server that answers the clubs the row belongs to. */
export type Subject =
  | 'club'
  | 'member'
  | 'class'
  | 'account'
  | 'location'
  | 'discipline'
  | 'treeDiscipline'
  | 'grade'
  | 'treeGrade'
  | 'category'
  | 'treeCategory'
  | 'slot'
  | 'booking'
  | 'enrolment'
  | 'clubUser'
  | 'invitation'
  | 'treeClub'
  | 'staff'
  | 'gradingResult'
  | 'treePlan'
  | 'trainingPlan'
  | 'priceChange'
  | 'notInterestedReason'
  | 'marketingSource'
  | 'enquiry'
  | 'person'
  | 'memberLink'
  | 'treeNotInterestedReason'
  | 'note'
  | 'task'
  | 'tag'
  | 'attribute'
  | 'treeAttribute'
  | 'memberAttribute'
  | 'transaction'
  | 'payment'
  | 'clubMember'
  | 'planChange'
  | 'memberDiscipline'
  | 'merge'
  | 'joiningDraft'
  | 'document'
  | 'treeDocument'
  | 'treeDocumentVersion'
  | 'signature'
  | 'memberCertificate'
  | 'staffCertificate'
  | 'importBatch'
  | 'bulkEdit'
  | 'mandate'
  | 'externalPayment'
  | 'externalSubscription'
  | 'payout'
  | 'foundMandate'
  | 'payLink'
  | 'savedCard'
  | 'treeTag'
  | 'discount'
  | 'offeredDiscount'
  | 'product'
  | 'treeProduct'
  | 'productCategory'
  | 'treeProductCategory'
  | 'productVariant'
  | 'treeProductVariant'
  | 'chargingRun'
  | 'freeze'
  | 'order'
  | 'orderLine'
  | 'template'
  | 'usedTemplate'
  | 'layout'
  | 'usedLayout'
  | 'chosenMember'
  | 'registerMember'
  | 'audience'
  | 'message'
  | 'messageRecipient'
  | 'messageDraft'
  | 'automation'
  | 'treeAutomation'
  | 'reportSchedule'
  | 'collectionHold'
  | 'timetableBatch'

/**
 * Asks that the caller may touch a club of the row(s) whose id is in input `id`; `admin`: is admin there; `may`: has this right
 * there.
 */
export interface Guard<Key extends string = string> {
  readonly subject: Subject
  /**
   * An input that is an id or a list of ids; `results.memberId` is the memberId of each element of the list `results`,
   * `membership.clubId` the clubId in the object `membership`, and so on inwards.
   */
  readonly id: Key
  readonly admin: boolean
  /** Null: everyone who works there may. */
  readonly may: Right | OwnersRight | null
  /** Seeing the figures of the club is enough: nothing that names a person. */
  readonly figures: boolean
  /** 0 stands for a row that is still to be made, and points at nothing. */
  readonly orNew: boolean
}

const guard =
  (subject: Subject) =>
  <Key extends string>(id: Key): Guard<Key> => ({
    subject,
    id,
    admin: false,
    may: null,
    figures: false,
    orNew: false,
  })

/** The club whose id is in this input (or each of them, when it is a list). */
export const club = guard('club')
/** The member: reachable through any club he has, or had, a membership in. */
export const member = guard('member')
/** The member, also through the clubs of classes whose registers show them: enrolled, booked or marked. */
export const registerMember = guard('registerMember')
/** The class, through its club. */
export const klass = guard('class')
/** The account of a person who works in a club. */
export const account = guard('account')
/** A room or venue, through its club. */
export const location = guard('location')
/** The rooms and instructors that weekdays of a class have of their own. */
export const weekdayGuards = [location('weekdays.locationId'), guard('staff')('weekdays.instructorIds')] as const
/** A discipline, through the club that has made it. */
export const discipline = guard('discipline')
/** A discipline that is used: through any club of the tree it was made for. */
export const treeDiscipline = guard('treeDiscipline')
/** A grade, through the club that has made its discipline. */
export const grade = guard('grade')
/** A grade that is used: through any club of the tree. */
export const treeGrade = guard('treeGrade')
/** A member category, through the club that has made it. */
export const category = guard('category')
/** A member category that is used: through any club of the tree. */
export const treeCategory = guard('treeCategory')
/** A training plan that is used: through any club of the tree. */
export const treePlan = guard('treePlan')
/** A training plan, through the club that has made it. */
export const trainingPlan = guard('trainingPlan')
/** A change of a plan's price for those who have it, through the club that has made it. */
export const priceChange = guard('priceChange')
/** A reason for not joining, through the club whose list it is on. */
export const notInterestedReason = guard('notInterestedReason')
/** A source of members that a club has added, through the club that has. */
export const marketingSource = guard('marketingSource')
/** What came in by the public form of a club. */
export const enquiry = guard('enquiry')
/** A dated slot of a prebooked class, through its club. */
export const slot = guard('slot')
/** A booking, through the club of its class. */
export const booking = guard('booking')
/** An enrolment in a class, through its club. */
export const enrolment = guard('enrolment')
/** An account's place in a club (`club_user`). */
export const clubUser = guard('clubUser')
/** An invitation to work in a club. */
export const invitation = guard('invitation')
/** A club that is named as a parent: through any club of its tree. */
export const treeClub = guard('treeClub')
/** The person of an account that works in a club: what ownerId, adminId, instructorId name. */
export const staff = guard('staff')
/** The result of a grading, through the club where it was given. */
export const gradingResult = guard('gradingResult')

/** A person, as a member or as the contact of one: reachable through any club of that member. */
export const person = guard('person')
/** The link of two members, through any club of either. */
export const memberLink = guard('memberLink')
/** A reason for not joining that is used: through any club of the tree. */
export const treeNotInterestedReason = guard('treeNotInterestedReason')
/** A note on a member, through the club where it was written. */
export const note = guard('note')
/** A task, through its club. */
export const task = guard('task')

/** An automation, through the club that has made it. */
export const automation = guard('automation')
/** An automation that is used: through any club of the tree. */
export const treeAutomation = guard('treeAutomation')

/** A tag, through the club that has made it. */
export const tag = guard('tag')
/** A tag that is used: through any club of the tree. */
export const treeTag = guard('treeTag')
/** The definition of an attribute, through the club that has made it. */
export const attribute = guard('attribute')
/** An attribute that is filled in: through any club of the tree. */
export const treeAttribute = guard('treeAttribute')
/** What a member was charged, through the club that charged it. */
export const transaction = guard('transaction')
/** What a member paid, through the club that took it. */
export const payment = guard('payment')
/** A membership, through its club. */
export const clubMember = guard('clubMember')
/** A change of plan that is to come, through the club of the membership. */
export const planChange = guard('planChange')
/** What a member studies: through any club of the member. */
export const memberDiscipline = guard('memberDiscipline')
/** A merge of two members, through any club of the one that is left. */
export const merge = guard('merge')
/** What somebody has begun to fill in about a new member, through the club that he or she is to join. */
export const joiningDraft = guard('joiningDraft')
/** The value of an attribute of a member, through the club where it was given. */
export const memberAttribute = guard('memberAttribute')

/** An import of a file, through its club. */
export const importBatch = guard('importBatch')
/** A change to many people, through its club. */
export const bulkEdit = guard('bulkEdit')

/** A document that members sign, through the club that has made it. */
export const document = guard('document')
/** A document that is signed: through any club of the tree. */
export const treeDocument = guard('treeDocument')
/** A published version of a document: through any club of the tree. */
export const treeDocumentVersion = guard('treeDocumentVersion')
/** A signature, through the club where it was given, and those of the member that ask for it too. */
export const signature = guard('signature')
/** A licence or insurance of a member, through the club that keeps it. */
export const memberCertificate = guard('memberCertificate')
/** A certificate of a club user, through the club. */
export const staffCertificate = guard('staffCertificate')

/** A product, through the club that has made it. */
export const product = guard('product')
/** A product that is sold: through any club of the tree. */
export const treeProduct = guard('treeProduct')
/** A category of products, through the club that has made it. */
export const productCategory = guard('productCategory')
/** A category of products that is used: through any club of the tree. */
export const treeProductCategory = guard('treeProductCategory')
/** A variant of products, through the club that has made it. */
export const productVariant = guard('productVariant')
/** A variant of products that is sold: through any club of the tree. */
export const treeProductVariant = guard('treeProductVariant')
/** An order of a member, through the club that took it. */
export const order = guard('order')
/** A line of an order, through the club. */
export const orderLine = guard('orderLine')

/** A discount, through the club that has made it. */
export const discount = guard('discount')
/** A discount that is looked at or given: through the club that has made it, and each club it is meant for. */
export const offeredDiscount = guard('offeredDiscount')

/** A direct debit mandate, through the club that collects by it. */
export const mandate = guard('mandate')
/** A payment on its way through a provider, through the club that gets it. */
export const externalPayment = guard('externalPayment')
/** What stops collecting from a payer who disputes a payment, through the club that collects. */
export const collectionHold = guard('collectionHold')
/** Classes that were created at once, through their club. */
export const timetableBatch = guard('timetableBatch')
/** A subscription that a provider collects, through the club that gets the money. */
export const externalSubscription = guard('externalSubscription')
/** What a provider has paid out, through the club whose account it is and the clubs that it was collected for. */
export const payout = guard('payout')
/** A mandate that was found at a provider and is nobody's yet, through the club whose account it is in. */
export const foundMandate = guard('foundMandate')
/** A link by which somebody pays, through the club that gets it. */
export const payLink = guard('payLink')
/** The card of a member that is kept, through the club that takes money by it. */
export const savedCard = guard('savedCard')

/** A message template, through the club that has made it. */
export const template = guard('template')
/** A message template that is used: through the club that has made it, and each club below. */
export const usedTemplate = guard('usedTemplate')
/** A message layout, through the club that has made it. */
export const layout = guard('layout')
/** A message layout that is used: through the club that has made it, and each club below. */
export const usedLayout = guard('usedLayout')
/** A member who was chosen some time ago: of a record that was merged into another since, the other. */
export const chosenMember = guard('chosenMember')

/** A charging run, through its club. */
export const chargingRun = guard('chargingRun')
/** A freeze of a membership, through its club. */
export const freeze = guard('freeze')

/** An audience that is kept, through its club. */
export const audience = guard('audience')
/** A message to many, through the club that sends it. */
export const message = guard('message')
/** A message that is being written, through the club that will send it. */
export const messageDraft = guard('messageDraft')
/** What one person is sent, through the club that sends it and the one whose member it is. */
export const messageRecipient = guard('messageRecipient')

/** A report that is sent by itself, through any of its clubs. */
export const reportSchedule = guard('reportSchedule')

/** The same, where an id of 0 means a row that is still to be made. The input must name its club as well, guarded too. */
export const orNew = <Key extends string>(access: Guard<Key>): Guard<Key> => ({ ...access, orNew: true })
/** The same, and it is enough that the caller sees the figures of the club without opening it. */
export const figures = <Key extends string>(access: Guard<Key>): Guard<Key> => ({ ...access, figures: true })
/** The same, and the caller must be an admin there. */
export const admin = <Key extends string>(access: Guard<Key>): Guard<Key> => ({ ...access, admin: true })
/** The same, and the caller must have this right there. */
export const may = <Key extends string>(right: Right | OwnersRight, access: Guard<Key>): Guard<Key> => ({
  ...access,
  may: right,
})
