#if canImport(AuthenticationServices)
  internal import AuthenticationServices
  internal import Foundation

  /// The system's requests for the options of the standard.
  enum PasskeyRequests {
    /// The requests that make a passkey. The system offers the user a choice if there are several.
    ///
    /// - Throws: ``DoorwardError`` `passkeys_unsupported` for options that the system cannot fulfill.
    static func creation(
      _ options: PasskeyOptions, on occasion: PasskeyCreation.Occasion
    ) throws(DoorwardError) -> [ASAuthorizationRequest] {
      guard let id = options.relyingPartyID, let challenge = options.challenge, let user = options.user else {
        throw DoorwardError(.unsupported)
      }
      let (data, handle) = (Data(challenge), Data(user.id))
      let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: id)
      if occasion == .upgrade {
        guard #available(iOS 18, macOS 15, *) else { throw DoorwardError(.unsupported) }
        let request = provider.createCredentialRegistrationRequest(
          challenge: data, name: user.name, userID: handle, requestStyle: .conditional)
        return [configured(request, options: options, user: user)]
      }
      if occasion == .account, #available(iOS 26, macOS 26, *) {
        return [
          ASAuthorizationAccountCreationProvider().createPlatformPublicKeyCredentialRegistrationRequest(
            acceptedContactIdentifiers: [.email, .phoneNumber], shouldRequestName: true,
            relyingPartyIdentifier: id, challenge: data, userID: handle)
        ]
      }
      let passkey = configured(
        provider.createCredentialRegistrationRequest(challenge: data, name: user.name, userID: handle),
        options: options,
        user: user)
      let key = securityKey(id, challenge: data, options: options, user: user)
      return ordered(passkey, key, options: options)
    }

    private static func configured(
      _ request: ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest, options: PasskeyOptions,
      user: PasskeyOptions.User
    ) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest {
      request.displayName = user.displayName
      request.userVerificationPreference = verification(options)
      if #available(iOS 17.4, *) {
        request.excludedCredentials = options.excluded.map {
          ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: Data($0.id))
        }
      }
      return request
    }

    private static func securityKey(
      _ id: String, challenge: Data, options: PasskeyOptions, user: PasskeyOptions.User
    ) -> ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest {
      let request = ASAuthorizationSecurityKeyPublicKeyCredentialProvider(relyingPartyIdentifier: id)
        .createCredentialRegistrationRequest(
          challenge: challenge, displayName: user.displayName, name: user.name, userID: Data(user.id))
      request.credentialParameters = options.algorithms.map {
        ASAuthorizationPublicKeyCredentialParameters(algorithm: ASCOSEAlgorithmIdentifier(rawValue: $0))
      }
      request.userVerificationPreference = verification(options)
      request.residentKeyPreference =
        switch options.residentKey {
        case "required": .required
        case "discouraged": .discouraged
        default: .preferred
        }
      request.excludedCredentials = options.excluded.map(securityKeyDescriptor)
      return request
    }

    /// The requests that prove the possession of a passkey.
    ///
    /// - Throws: ``DoorwardError`` `passkeys_unsupported` for options that the system cannot fulfill.
    static func assertion(
      _ options: PasskeyOptions, _ mediation: PasskeyRequest.Mediation
    ) throws(DoorwardError) -> [ASAuthorizationRequest] {
      guard let id = options.relyingPartyID, let challenge = options.challenge else {
        throw DoorwardError(.unsupported)
      }
      let data = Data(challenge)
      let passkey = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: id)
        .createCredentialAssertionRequest(challenge: data)
      passkey.userVerificationPreference = verification(options)
      passkey.allowedCredentials = options.allowed.map {
        ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: Data($0.id))
      }
      // A security key is neither among the suggestions nor immediately available.
      guard mediation == .sheet else { return [passkey] }
      let key = ASAuthorizationSecurityKeyPublicKeyCredentialProvider(relyingPartyIdentifier: id)
        .createCredentialAssertionRequest(challenge: data)
      key.userVerificationPreference = verification(options)
      key.allowedCredentials = options.allowed.map(securityKeyDescriptor)
      return ordered(passkey, key, options: options)
    }

    /// The requests in the order that the server prefers.
    private static func ordered(
      _ passkey: ASAuthorizationRequest, _ key: ASAuthorizationRequest, options: PasskeyOptions
    ) -> [ASAuthorizationRequest] {
      if options.attachment == "platform" { return [passkey] }
      return options.hints.first == "security-key" ? [key, passkey] : [passkey, key]
    }

    private static func verification(
      _ options: PasskeyOptions
    ) -> ASAuthorizationPublicKeyCredentialUserVerificationPreference {
      switch options.userVerification {
      case "required": .required
      case "discouraged": .discouraged
      default: .preferred
      }
    }

    private static func securityKeyDescriptor(
      _ credential: PasskeyOptions.Credential
    ) -> ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor {
      ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor(
        credentialID: Data(credential.id),
        transports: ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor.Transport.allSupported)
    }
  }
#endif
