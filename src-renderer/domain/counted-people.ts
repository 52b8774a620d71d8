/** Whom numbers of people count, on every page: the audience of policies and rules, and reviews of changes. */
export const COUNTED_PEOPLE =
  'Counts everyone who is not deactivated, including people who are suspended or locked out.'
