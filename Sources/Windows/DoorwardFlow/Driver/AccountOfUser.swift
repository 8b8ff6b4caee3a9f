internal import Doorward
internal import DoorwardWire

extension AccountUser {
  init(_ user: DoorwardUser) {
    let info = user.info
    var profile: [UserClient.Field: String] = [:]
    for field in UserClient.Field.allCases { profile[field] = info[field] }
    self.init(
      id: info.id, profile: profile, photo: info.picture, email: info.email, phoneNumber: info.phoneNumber,
      username: info.username, hasPassword: info.hasPassword,
      identities: info.identities.map {
        Identity(id: $0.id, type: $0.type, identifier: $0.identifier, lastUsedAt: $0.lastUsedAt)
      })
  }
}

extension AccountOffer {
  init(_ offer: SignInOffer, _ links: AccountLinks, hasPasskeys: Bool) {
    self.init(
      SignInChoices(offer, links.methods(withPasskeys: hasPasskeys)),
      factorKinds: offer.secondFactorCodes.compactMap(IdentifierKind.init(channel:)),
      acceptsPhotos: offer.acceptsPhotos)
  }
}

extension AccountPasskey {
  init(_ passkey: DoorwardPasskey) {
    self.init(
      id: passkey.id, name: passkey.name == WirePasskey.nameOfUnknownModel ? "" : passkey.name,
      isSynced: passkey.isBackedUp, createdAt: passkey.createdAt,
      lastUsedAt: passkey.lastUsedAt)
  }
}

extension AccountFactors {
  init(_ list: SecondFactorList) {
    self.init(
      factors: list.factors.map {
        Factor(
          id: $0.id, kind: SecondFactorKind($0.method),
          channel: $0.channel.flatMap(IdentifierKind.init(channel:)), createdAt: $0.createdAt)
      }, codesLeft: list.recoveryCodesLeft)
  }
}

extension AccountSession {
  init(_ session: DoorwardSession) {
    self.init(
      id: session.id, isCurrent: session.isCurrent, device: session.device, lastUsedAt: session.lastUsedAt)
  }
}
