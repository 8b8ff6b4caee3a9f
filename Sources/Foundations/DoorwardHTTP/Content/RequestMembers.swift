package import Encodings

extension HTTPRequest {
  /// The members of a JSON body.
  ///
  /// ```swift
  /// let body = try request.jsonObject()
  /// let code = try body.text("code")
  /// ```
  /// - Throws: ``Problem`` 400 `malformed_json`, 415 `unsupported_media_type`.
  package func jsonObject() throws(Problem) -> JSONObjectReader {
    let value = try requireJSON()
    return try reading { () throws(JSONError) in try JSONObjectReader(value) }
  }
}

// The members of a request. An error in a member is a 400 that names the member: `missing_member` if it is absent or `null`, and
// `wrong_type` for another kind of value.

extension JSONObjectReader {
  /// The member as a text.
  package func text(_ name: String) throws(Problem) -> String {
    try reading { () throws(JSONError) in try requiredString(name) }
  }

  /// The member as a text; nil if it is absent or `null`.
  package func optionalText(_ name: String) throws(Problem) -> String? {
    try reading { () throws(JSONError) in try optionalString(name) }
  }

  /// The member as a list of texts; nil if it is absent or `null`.
  package func optionalTexts(_ name: String) throws(Problem) -> [String]? {
    try reading { () throws(JSONError) in try optionalStrings(name) }
  }

  /// The member as a truth value; nil if it is absent or `null`.
  package func optionalFlag(_ name: String) throws(Problem) -> Bool? {
    try reading { () throws(JSONError) in try optionalBool(name) }
  }

  /// The member as a whole number that is not negative.
  package func wholeNumber(_ name: String) throws(Problem) -> UInt64 {
    try reading { () throws(JSONError) in try requiredUInt64(name) }
  }

  /// The member as a whole number, which may be negative; nil if it is absent or `null`.
  package func optionalInteger(_ name: String) throws(Problem) -> Int64? {
    try reading { () throws(JSONError) in try optionalInt64(name) }
  }

  /// The members of the member, an object.
  package func members(_ name: String) throws(Problem) -> JSONObjectReader {
    try reading { () throws(JSONError) in try requiredObject(name) }
  }

  /// The members of the member, an object; nil if it is absent or `null`.
  package func optionalMembers(_ name: String) throws(Problem) -> JSONObjectReader? {
    try reading { () throws(JSONError) in try optionalObject(name) }
  }
}

/// Runs `body` and converts an error in a member into a 400 that names the member.
private func reading<Value>(_ body: () throws(JSONError) -> Value) throws(Problem) -> Value {
  do {
    return try body()
  } catch {
    throw Problem(status: 400, code: error.codeName, detail: error.reason)
  }
}
