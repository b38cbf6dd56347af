import type { OurRows } from './our-rows.ts'

export interface Entity {
  readonly name: string
  /** As section 3 names them. */
  readonly fields: readonly string[]
  readonly reads: (rows: OurRows) => { readonly method?: 'POST'; readonly url: string; readonly body?: object }
  /** Which of a list; the first where it is left out. */
  readonly row?: (row: Read, rows: OurRows) => boolean
  /** Sends back what was read: these fields and no others. */
  readonly saves?: (rows: OurRows, fields: Read, read: Read) => { readonly url: string; readonly body: object }
}

type Read = Readonly<Record<string, unknown>>

const names = (text: string) => text.split(' ')

export const specEntities: readonly Entity[] = [
  {
    name: 'Class',
    fields: names(
      'classId className clubCode clubName clubId selectedDate startTime finishTime location locationId classType ' +
        'classTypeId capacity reservations startDate endDate primaryDisciplineId cost allowDiscount chargeOnAttendance ' +
        'webBookable propsectLimit weeklyTimetable description',
    ),
    reads: rows => ({ url: `/api/club/GetClass/${rows.class}` }),
    saves: (rows, body) => ({ url: `/api/club/SaveClass/${rows.class}`, body }),
  },
  {
    name: 'Layout',
    fields: names('id clubId clubName layoutName description expiryDate header footer templateCount'),
    reads: rows => ({ url: `/api/messaging/GetLayout/${rows.layout}` }),
    saves: (rows, body) => ({ url: `/api/messaging/SaveLayout/${rows.layout}`, body }),
  },
  {
    name: 'Template',
    fields: names('id clubId clubName templateName description expiryDate template layoutId layoutName'),
    reads: rows => ({ url: `/api/messaging/GetTemplate/${rows.template}` }),
    saves: (rows, body) => ({ url: `/api/messaging/SaveTemplate/${rows.template}`, body }),
  },
  {
    name: 'Product in a list',
    fields: names('productId clubId categoryId categoryName productName'),
    reads: rows => ({ url: `/api/club/GetProducts/${rows.club}` }),
  },
  {
    name: 'Product',
    fields: names(
      'productId clubId categoryId categoryName productName productCode availableFrom availableTo currentPrice ' +
        'currentCost vatCodeId allowDiscount url description',
    ),
    reads: rows => ({ url: `/api/club/GetProduct/${rows.product}?clubId=${rows.club}` }),
    saves: (rows, body) => ({ url: `/api/club/SaveProduct/${rows.product}`, body }),
  },
  {
    name: 'Product category',
    fields: names('id clubId clubName categoryName'),
    reads: rows => ({ url: `/api/club/GetProductCategories/${rows.club}` }),
    row: (row, rows) => row.id === rows.productCategory,
    saves: (rows, body) => ({ url: `/api/club/SaveProductCategory/${rows.productCategory}`, body }),
  },
  {
    name: 'Product variant',
    fields: names('id clubId clubName productCategoryId productCategoryName variantName'),
    reads: rows => ({ url: `/api/club/GetProductVariants/${rows.club}` }),
    row: (row, rows) => row.id === rows.productVariant,
    saves: (rows, body) => ({ url: `/api/club/SaveProductVariant/${rows.productVariant}`, body }),
  },
  {
    name: 'Club user',
    fields: names(
      'userId clubUserId clubId personId userSince userUntil dateAdded isAdmin lastLogin userName firstName lastName ' +
        'fullName lastActivity email phoneMobile',
    ),
    reads: rows => ({ url: `/api/club/GetUsers/${rows.club}` }),
  },
  {
    name: 'Club',
    fields: names('id dateOpened ownerId adminId instructorId clubTypeId parentClubId address'),
    reads: rows => ({ url: `/api/club/GetClub/${rows.club}` }),
    saves: (rows, { address, ...body }) => {
      const { gridEast, gridNorth, longitude, latitude } = address as Record<string, unknown>
      return {
        url: `/api/club/SaveClub/${rows.club}`,
        body: { ...body, address: { gridEast, gridNorth, longitude, latitude } },
      }
    },
  },
  {
    name: 'Grade',
    fields: names('disciplineId categoryId minimumAttendance'),
    reads: rows => ({ url: `/api/club/GetDisciplineGrades/${rows.discipline}` }),
    row: (row, rows) => row.gradeId === rows.grade,
    saves: (rows, body) => ({ url: `/api/club/SaveGrade/${rows.discipline}`, body: { ...body, gradeId: rows.grade } }),
  },
  {
    name: 'Member class row',
    fields: names(
      'gradingRequirementFlags allowPhoto requireTerms hasTerms outstandingFees debtInfo overPlan overPlanDate dateAdded ' +
        'lastAttendance lastGrading memberStatusId',
    ),
    reads: rows => ({
      ...{ method: 'POST', url: `/api/club/GetClassMembers/${rows.class}` },
      body: { classId: rows.class, classDate: '2026-05-12', includeEnquiries: true },
    }),
  },
  {
    name: 'Member note',
    fields: names('id memberId categoryId subject note reminder completed isPinned hasSms hasEmail'),
    reads: rows => ({ url: `/api/member/GetNotes/${rows.member}` }),
    row: (row, rows) => row.id === rows.note,
    saves: (rows, { id, categoryId, hasSms: _, hasEmail: __, ...body }) => ({
      url: `/api/member/SaveNote/${rows.member}`,
      body: { ...body, memberNoteId: id, noteCategoryId: categoryId, sendSms: false, sendEmail: false },
    }),
  },
  {
    name: 'Transaction',
    fields: names(
      'memberId transactionId categoryId eventId productId variantId amount tax transactionDate paymentMethodId ' +
        'paymentDate description savedMethod mode',
    ),
    reads: rows => ({ url: `/api/member/GetTransactions/${rows.member}` }),
    row: (row, rows) => row.transactionId === rows.transaction,
  },
  {
    name: 'Member attribute',
    fields: names('memberAttributeId attributeId memberId value'),
    reads: rows => ({ url: `/api/member/GetAttributes/${rows.member}` }),
    row: (row, rows) => row.memberAttributeId === rows.memberAttribute,
    saves: (rows, body) => ({ url: `/api/member/SaveAttribute/${rows.member}`, body }),
  },
  {
    name: 'Membership',
    fields: names(
      'memberSince memberUntil nextRenewal nextPayment trialStart clubId categoryId trainingPlanId subFrequencyId ' +
        'paymentMethodId marketingSourceId',
    ),
    reads: rows => ({ url: `/api/member/getMembership/${rows.member}` }),
    saves: (rows, body) => ({ url: `/api/member/saveMembership/${rows.member}`, body }),
  },
  {
    name: 'Member discipline',
    fields: names('disciplineId currentGradeId lastGrading studiedSince'),
    reads: rows => ({ url: `/api/member/GetDisciplines/${rows.member}` }),
    saves: (rows, body) => ({ url: `/api/member/SaveDiscipline/${rows.member}`, body }),
  },
  {
    name: 'Person',
    fields: names('gender dob'),
    reads: rows => ({ url: `/api/member/GetPerson/${rows.member}` }),
    saves: (_, body, { personId }) => ({ url: `/api/member/SavePerson/${personId}`, body }),
  },
  {
    name: 'Subscription',
    fields: names('createdAt startDate nextPayment'),
    reads: rows => ({ url: `/api/member/getSubscriptions/${rows.member}` }),
  },
  {
    name: 'External payment',
    fields: names('chargeDate createdAt'),
    reads: rows => ({ url: `/api/member/GetExternalPayments/${rows.member}` }),
  },
  {
    name: 'Linked member',
    fields: names('linkedSince'),
    reads: rows => ({ url: `/api/member/GetLinkedMembers/${rows.member}` }),
  },
  {
    name: 'Sidebar configuration',
    fields: names('clubLogo clubs taskListCount'),
    reads: () => ({ url: '/api/club/GetSidebarConfig' }),
  },
  {
    name: 'Member found by the search box',
    fields: names('id'),
    reads: rows => ({ url: `/api/member/basicSearch?filter=Test&clubId=${rows.club}` }),
  },
]
