/// What a user says of themself; every member is theirs to change and theirs to leave out.
public struct Profile: Sendable, Equatable {
  public var name: String?
  public var firstName: String?
  public var lastName: String?
  /// A BCP 47 language tag.
  public var locale: String?

  public init(
    name: String? = nil, firstName: String? = nil, lastName: String? = nil, locale: String? = nil
  ) {
    self.name = name
    self.firstName = firstName
    self.lastName = lastName
    self.locale = locale
  }
}
