package import Encodings

extension PasswordRules {
  /// The rules for a client, as `password_rules` of `GET /v1/config`.
  ///
  /// - `minimum_length`, `maximum_length`: the fewest and the most characters. Lengths count Unicode code points.
  /// - `apple`: a descriptor for `passwordRules` of `UITextField` and the attribute `passwordrules` of `input`.
  package var json: JSONValue {
    .object(
      JSONObject([
        ("minimum_length", .number(JSONNumber(minimumLength))),
        ("maximum_length", .number(JSONNumber(maximumLength))),
        ("apple", .string(appleDescriptor)),
      ]))
  }

  /// The rules in Apple's Password Rules language, which password generators of browsers and systems read. It says
  /// nothing about kinds of characters, so a generated password has the generator's own form.
  package var appleDescriptor: String {
    "minlength: \(minimumLength); maxlength: \(maximumLength);"
  }
}
