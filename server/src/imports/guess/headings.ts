import type { ImportFieldName } from '@honbu/contract/import-fields.ts'

/** How clubs and other systems head their columns: letters and figures only, lower case, without accents. */
const headings: Partial<Readonly<Record<ImportFieldName, readonly string[]>>> = {
  fullName: ['name', 'fullname', 'student', 'studentname', 'member', 'membername', 'client', 'clientname', 'customer'],
  firstName: ['firstname', 'forename', 'forenames', 'givenname', 'first', 'christianname'],
  lastName: ['surname', 'lastname', 'familyname', 'last'],
  dob: ['dob', 'dateofbirth', 'birthday', 'birthdate', 'born', 'birth'],
  gender: ['gender', 'sex', 'mf'],
  email: ['email', 'emailaddress', 'mail', 'emails', 'contactemail'],
  mobile: ['mobile', 'phone', 'telephone', 'mobilephone', 'tel', 'mobilenumber', 'phonenumber', 'cell', 'mob', 'telno'],
  phoneDay: ['dayphone', 'phoneday', 'homephone', 'phonehome', 'landline', 'hometel', 'workphone'],
  phoneEve: ['eveningphone', 'phoneeve', 'phoneevening', 'otherphone', 'phone2', 'alternativephone'],
  address: ['address', 'address1', 'addressline1', 'street', 'streetaddress', 'homeaddress'],
  address2: ['address2', 'addressline2'],
  town: ['town', 'city', 'towncity', 'address3'],
  postcode: ['postcode', 'postalcode', 'zip', 'zipcode'],
  guardian: ['parentguardian', 'parent', 'guardian', 'parentname', 'guardianname', 'parents', 'parentorguardian'],
  guardianEmail: ['parentemail', 'guardianemail', 'parentsemail'],
  guardianPhone: ['parentphone', 'guardianphone', 'parentmobile', 'parentsphone', 'guardianmobile'],
  emergencyName: ['emergencycontact', 'emergencycontactname', 'emergencyname', 'ice', 'nextofkin'],
  emergencyPhone: ['emergencyphone', 'emergencynumber', 'emergencycontactnumber', 'emergencycontactphone', 'icephone'],
  code: [
    'clientid',
    'memberid',
    'membercode',
    'membershipnumber',
    'memberno',
    'membernumber',
    'membershipno',
    'code',
    'id',
  ],
  status: ['status', 'memberstatus', 'membershipstatus'],
  joined: [
    'joined',
    'datejoined',
    'membersince',
    'joindate',
    'joiningdate',
    'startdate',
    'started',
    'joinedon',
    'since',
  ],
  left: ['terminated', 'left', 'dateleft', 'leavedate', 'enddate', 'cancelled', 'memberuntil', 'cancellationdate'],
  category: ['category', 'membercategory', 'agegroup', 'group'],
  plan: ['membership', 'plan', 'trainingplan', 'membershiptype', 'membershipplan', 'package', 'subscription'],
  price: ['fee', 'price', 'fees', 'amount', 'monthlyfee', 'subs', 'cost'],
  frequency: ['frequency', 'paymentfrequency', 'billing', 'billingcycle'],
  paidUntil: ['paidupto', 'paiduntil', 'paidto', 'paidtill'],
  nextPayment: ['nextpayment', 'nextbilling', 'paymentdue', 'nextpaymentdate', 'nextpaymentdue', 'nextdue'],
  renewal: ['renewal', 'renewaldate', 'nextrenewal', 'expires', 'expiry', 'expirydate', 'licenceexpiry'],
  source: [
    'referredby',
    'source',
    'marketingsource',
    'howdidyouhear',
    'leadsource',
    'heardofus',
    'howheard',
    'referral',
  ],
  grade: ['belt', 'grade', 'rank', 'currentgrade', 'currentbelt', 'beltcolour', 'level'],
  lastGrading: [
    'lastgrading',
    'lastpromotion',
    'lastgraded',
    'gradedon',
    'dateofgrading',
    'gradingdate',
    'lastgradingdate',
  ],
  class: ['class', 'classes', 'classname', 'session'],
  photos: ['photosok', 'photos', 'photoconsent', 'photo', 'photopermission', 'photosallowed', 'mediaconsent'],
  emailConsent: ['emailconsent', 'emailoptin', 'newsletter', 'marketingemails', 'emailok'],
  smsConsent: ['smsconsent', 'smsoptin', 'textsok', 'smsok'],
  tags: ['tags', 'tag', 'labels'],
  note: ['notes', 'note', 'comments', 'comment', 'remarks'],
  pinnedNote: [
    'medical',
    'medicalinfo',
    'medicalconditions',
    'medicalnotes',
    'allergies',
    'healthinformation',
    'injuries',
  ],
  balance: ['accountbalance', 'balance', 'openingbalance', 'outstanding', 'owes', 'credit'],
}

/** The same of a list of gradings. */
const gradingHeadings: typeof headings = {
  fullName: headings.fullName ?? [],
  firstName: headings.firstName ?? [],
  lastName: headings.lastName ?? [],
  dob: headings.dob ?? [],
  code: headings.code ?? [],
  gradedOn: ['dateofgrading', 'gradingdate', 'gradedon', 'date', 'examdate', 'dategraded', 'promotiondate'],
  fromGrade: ['from', 'fromgrade', 'gradefrom', 'oldgrade', 'oldbelt', 'currentgrade', 'previousgrade', 'frombelt'],
  toGrade: ['to', 'tograde', 'gradeto', 'newgrade', 'newbelt', 'grade', 'belt', 'tobelt', 'gradeawarded', 'promotedto'],
  result: ['result', 'passfail', 'outcome', 'passed'],
  examiner: ['examiner', 'examiners', 'gradedby', 'assessor', 'grader'],
}

export const headingsOf = { members: headings, gradings: gradingHeadings } as const

const lettersOf = (heading: string) =>
  heading
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]/gu, '')

/** What a column of this heading is; undefined where its heading says nothing. */
export function fieldOf(heading: string, kind: keyof typeof headingsOf): ImportFieldName | undefined {
  const letters = lettersOf(heading)
  // Object.keys forgets that its answers are keys.
  const names = Object.keys(headingsOf[kind]) as ImportFieldName[]
  return letters === '' ? undefined : names.find(name => headingsOf[kind][name]?.includes(letters))
}
