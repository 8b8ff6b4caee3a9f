package import Encodings

extension PasswordRules {
  /// The rules for a client, as `password_rules` of `GET /v1/config`.
  ///
  /// - `minimum_length`: the fewest characters for `use`.
  /// - `minimum_length_alone`, `minimum_length_with_second_factor`: the fewest characters for each use.
  /// - `maximum_length`: the most characters. Lengths count Unicode code points.
  /// - `apple`: a descriptor for `passwordRules` of `UITextField` and the attribute `passwordrules` of `input`.
  ///
  /// - Parameter use: how passwords sign users of the application in.
  /// - Returns: an object.
  package func json(for use: Use) -> JSONValue {
    .object(
      JSONObject([
        ("minimum_length", .number(JSONNumber(minimumLength(for: use)))),
        ("minimum_length_alone", .number(JSONNumber(minimumLength))),
        ("minimum_length_with_second_factor", .number(JSONNumber(minimumLengthWithSecondFactor))),
        ("maximum_length", .number(JSONNumber(maximumLength))),
        ("apple", .string(appleDescriptor(for: use))),
      ]))
  }

  /// The rules in Apple's Password Rules language, which password generators of browsers and systems read. It says
  /// nothing about kinds of characters, so a generated password has the generator's own form.
  package func appleDescriptor(for use: Use) -> String {
    "minlength: \(minimumLength(for: use)); maxlength: \(maximumLength);"
  }
}
