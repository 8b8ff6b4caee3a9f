/// The user's profile. The user may change or omit each member.
package struct Profile: Sendable, Equatable {
  package var name: String?
  package var firstName: String?
  package var lastName: String?
  /// A BCP 47 language tag.
  package var locale: String?

  package init(
    name: String? = nil, firstName: String? = nil, lastName: String? = nil, locale: String? = nil
  ) {
    self.name = name
    self.firstName = firstName
    self.lastName = lastName
    self.locale = locale
  }
}
