// Each kind of member has two functions. For an absent or `null` member, `optional…` returns nil and `required…`
// throws `missing_member`. Both throw `wrong_type` for another kind of value.

extension JSONObjectReader {
  /// The member as a string; nil if the member is absent or `null`.
  ///
  /// - Throws: ``JSONError`` `wrong_type`.
  public func optionalString(_ key: String) throws(JSONError) -> String? {
    try optional(key, "a string") { $0.string }
  }

  /// The member as a string.
  ///
  /// - Throws: ``JSONError`` `missing_member` or `wrong_type`.
  public func requiredString(_ key: String) throws(JSONError) -> String {
    try required(key, "a string", value: optionalString(key))
  }

  /// The member as a whole number of 64 bits; nil if the member is absent or `null`.
  ///
  /// - Throws: ``JSONError`` `wrong_type`.
  public func optionalInt64(_ key: String) throws(JSONError) -> Int64? {
    try optionalNumber(key, "a whole number") { $0.int64 }
  }

  /// The member as a whole number of 64 bits.
  ///
  /// - Throws: ``JSONError`` `missing_member` or `wrong_type`.
  public func requiredInt64(_ key: String) throws(JSONError) -> Int64 {
    try required(key, "a whole number", value: optionalInt64(key))
  }

  /// The member as a whole number that is not negative; nil if the member is absent or `null`.
  ///
  /// - Throws: ``JSONError`` `wrong_type`.
  public func optionalUInt64(_ key: String) throws(JSONError) -> UInt64? {
    try optionalNumber(key, "a whole number, zero or more,") { $0.uint64 }
  }

  /// The member as a whole number that is not negative.
  ///
  /// - Throws: ``JSONError`` `missing_member` or `wrong_type`.
  public func requiredUInt64(_ key: String) throws(JSONError) -> UInt64 {
    try required(key, "a whole number that is not negative", value: optionalUInt64(key))
  }

  /// The member as a number; nil if the member is absent or `null`.
  ///
  /// - Throws: ``JSONError`` `wrong_type`.
  public func optionalDouble(_ key: String) throws(JSONError) -> Double? {
    try optionalNumber(key, "a number") { $0.double }
  }

  /// The member as a number.
  ///
  /// - Throws: ``JSONError`` `missing_member` or `wrong_type`.
  public func requiredDouble(_ key: String) throws(JSONError) -> Double {
    try required(key, "a number", value: optionalDouble(key))
  }

  /// The member as a truth value; nil if the member is absent or `null`.
  ///
  /// - Throws: ``JSONError`` `wrong_type`.
  public func optionalBool(_ key: String) throws(JSONError) -> Bool? {
    try optional(key, "true or false") { $0.bool }
  }

  /// The member as a truth value.
  ///
  /// - Throws: ``JSONError`` `missing_member` or `wrong_type`.
  public func requiredBool(_ key: String) throws(JSONError) -> Bool {
    try required(key, "true or false", value: optionalBool(key))
  }

  /// The member as an array; nil if the member is absent or `null`.
  ///
  /// - Throws: ``JSONError`` `wrong_type`.
  public func optionalArray(_ key: String) throws(JSONError) -> [JSONValue]? {
    try optional(key, "an array") { $0.array }
  }

  /// The member as an array.
  ///
  /// - Throws: ``JSONError`` `missing_member` or `wrong_type`.
  public func requiredArray(_ key: String) throws(JSONError) -> [JSONValue] {
    try required(key, "an array", value: optionalArray(key))
  }

  /// The member as an array of strings; nil if the member is absent or `null`.
  ///
  /// - Throws: ``JSONError`` `wrong_type`.
  public func optionalStrings(_ key: String) throws(JSONError) -> [String]? {
    try optional(key, "an array of strings") { member in
      guard let elements = member.array else { return nil }
      let strings = elements.compactMap(\.string)
      return strings.count == elements.count ? strings : nil
    }
  }

  /// The member as an array of strings.
  ///
  /// - Throws: ``JSONError`` `missing_member` or `wrong_type`.
  public func requiredStrings(_ key: String) throws(JSONError) -> [String] {
    try required(key, "an array of strings", value: optionalStrings(key))
  }

  /// A reader of the member, an object; nil if the member is absent or `null`.
  ///
  /// - Throws: ``JSONError`` `wrong_type`.
  public func optionalObject(_ key: String) throws(JSONError) -> JSONObjectReader? {
    let object = try optional(key, "an object") { $0.object }
    return object.map { JSONObjectReader($0, path: path(of: key)) }
  }

  /// A reader of the member, an object.
  ///
  /// - Throws: ``JSONError`` `missing_member` or `wrong_type`.
  public func requiredObject(_ key: String) throws(JSONError) -> JSONObjectReader {
    try required(key, "an object", value: optionalObject(key))
  }

  /// Readers of the member, an array of objects; nil if the member is absent or `null`.
  ///
  /// - Throws: ``JSONError`` `wrong_type`.
  public func optionalObjects(_ key: String) throws(JSONError) -> [JSONObjectReader]? {
    guard let elements = try optionalArray(key) else { return nil }
    var readers: [JSONObjectReader] = []
    for (place, element) in elements.enumerated() {
      readers.append(try JSONObjectReader(element, path: "\(path(of: key))[\(place)]"))
    }
    return readers
  }

  /// Readers of the member, an array of objects.
  ///
  /// - Throws: ``JSONError`` `missing_member` or `wrong_type`.
  public func requiredObjects(_ key: String) throws(JSONError) -> [JSONObjectReader] {
    try required(key, "an array of objects", value: optionalObjects(key))
  }
}
