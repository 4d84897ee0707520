/** RFC 9110, section 15, RFC 6585 and RFC 7725: names of the answers without a page. */
export const statusNames: ReadonlyMap<number, string> = new Map([
  [301, 'Moved Permanently'],
  [308, 'Permanent Redirect'],
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [402, 'Payment Required'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [405, 'Method Not Allowed'],
  [406, 'Not Acceptable'],
  [407, 'Proxy Authentication Required'],
  [408, 'Request Timeout'],
  [409, 'Conflict'],
  [410, 'Gone'],
  [412, 'Precondition Failed'],
  [414, 'URI Too Long'],
  [421, 'Misdirected Request'],
  [429, 'Too Many Requests'],
  [451, 'Unavailable For Legal Reasons'],
  [500, 'Internal Server Error'],
  [501, 'Not Implemented'],
  [502, 'Bad Gateway'],
  [503, 'Service Unavailable'],
  [504, 'Gateway Timeout'],
  [505, 'HTTP Version Not Supported'],
  [511, 'Network Authentication Required'],
]);

/** RFC 9110, section 15.4: answers whose Location is the address to ask instead. */
export const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
