public import Doorward
internal import DoorwardWire
public import Foundation

/// The user of an account window.
public struct AccountUser: Hashable, Sendable {
  /// Something that the user signs in with.
  public struct Identity: Hashable, Sendable {
    /// The id.
    public let id: String
    /// The type, as in `DoorwardIdentity`: `email`, `phone`, `username`, `passkey`, `ethereum`, `near`.
    public let type: String
    /// The address, name or account.
    public let identifier: String
    /// The last use; nil if it was never used.
    public let lastUsedAt: Date?

    package init(id: String, type: String, identifier: String, lastUsedAt: Date?) {
      self.id = id
      self.type = type
      self.identifier = identifier
      self.lastUsedAt = lastUsedAt
    }

    /// Whether it is an email address, a phone number or a user name.
    var isIdentifier: Bool {
      [WireIdentity.Kind.email, WireIdentity.Kind.phone, WireIdentity.Kind.username].contains(type)
    }
    /// Whether the identifier means something to people. That of a passkey does not.
    var hasReadableIdentifier: Bool { SignInMethod(identityType: type) != .passkey }
  }

  /// The id, which never changes.
  public let id: String
  /// The texts of the profile that the user has given.
  public let profile: [UserClient.Field: String]
  /// The address of the photo; nil if there is none.
  public let photo: String?
  public let email: String?
  public let phoneNumber: String?
  public let username: String?
  public let hasPassword: Bool
  public let identities: [Identity]

  package init(
    id: String = "", profile: [UserClient.Field: String] = [:], photo: String? = nil, email: String? = nil,
    phoneNumber: String? = nil, username: String? = nil, hasPassword: Bool = false,
    identities: [Identity] = []
  ) {
    self.id = id
    self.profile = profile
    self.photo = photo
    self.email = email
    self.phoneNumber = phoneNumber
    self.username = username
    self.hasPassword = hasPassword
    self.identities = identities
  }

  /// The name to show; nil if there is none.
  public var name: String? { profile[.name] }
  /// The identifiers that an attacker may know.
  var identifiers: [String] { identities.filter(\.hasReadableIdentifier).map(\.identifier) }
  /// Whether removing an identity would lock the user out.
  var hasOneIdentity: Bool { identities.count <= 1 }

  /// The name of the user, or an identifier with a meaning for the user; nil if there is neither.
  public var shownName: String? {
    [name, username, email, phoneNumber].compactMap(\.self).first { !$0.isEmpty }
      ?? identities.first(where: \.hasReadableIdentifier)?.identifier
  }
}

/// The changes of an account that the application and the app offer.
public struct AccountOffer: Hashable, Sendable {
  /// The name, the methods, and the rules of passwords and codes.
  public let choices: SignInChoices
  /// The kinds of addresses whose codes can be a second factor.
  public let factorKinds: [IdentifierKind]
  /// Whether users can set a photo.
  public let acceptsPhotos: Bool

  package init(_ choices: SignInChoices, factorKinds: [IdentifierKind] = [], acceptsPhotos: Bool = true) {
    self.choices = choices
    self.factorKinds = factorKinds
    self.acceptsPhotos = acceptsPhotos
  }
}

/// A passkey in a list.
public struct AccountPasskey: Hashable, Sendable {
  public let id: String
  /// The name; empty if neither the user nor the model of the authenticator has given one.
  public let name: String
  /// Whether it is on more than one device.
  public let isSynced: Bool
  public let createdAt: Date?
  public let lastUsedAt: Date?

  package init(id: String, name: String, isSynced: Bool, createdAt: Date?, lastUsedAt: Date?) {
    self.id = id
    self.name = name
    self.isSynced = isSynced
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
  }
}

/// The second factors of a user.
public struct AccountFactors: Hashable, Sendable {
  /// A second factor.
  public struct Factor: Hashable, Sendable {
    public let id: String
    /// The kind; nil for one that this version does not know.
    public let kind: SecondFactorKind?
    /// The kind of address, if codes are sent.
    public let channel: IdentifierKind?
    public let createdAt: Date?

    package init(id: String, kind: SecondFactorKind?, channel: IdentifierKind? = nil, createdAt: Date?) {
      self.id = id
      self.kind = kind
      self.channel = channel
      self.createdAt = createdAt
    }
  }

  public let factors: [Factor]
  /// The number of recovery codes that were not used.
  public let codesLeft: Int

  package init(factors: [Factor] = [], codesLeft: Int = 0) {
    self.factors = factors
    self.codesLeft = codesLeft
  }
}

/// A session in a list.
public struct AccountSession: Hashable, Sendable {
  public let id: String
  /// Whether it is the session of this app.
  public let isCurrent: Bool
  /// The name of the device; nil if it is not known.
  public let device: String?
  public let lastUsedAt: Date?

  package init(id: String, isCurrent: Bool, device: String?, lastUsedAt: Date?) {
    self.id = id
    self.isCurrent = isCurrent
    self.device = device
    self.lastUsedAt = lastUsedAt
  }
}
