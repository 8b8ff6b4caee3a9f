internal import DoorwardWire

/// The codes of the account and its profile.
extension DoorwardError.Code {
  /// The scope of a sign-out is not `this`, `others` or `all`; a refresh requests a scope that was not granted, or
  /// only scopes that the application no longer has; or a device requests a scope that its application may not have,
  /// or none that gives access.
  public static var invalidScope: Self { Self(rawValue: WireCode.invalidScope) }
  /// The access token or API key is valid, but its scopes do not allow this call; or a backend needs the user's whole
  /// account, and the user has granted a part only.
  public static var insufficientScope: Self { Self(rawValue: WireCode.insufficientScope) }
  /// The account has as many wallets as `limits.identities_per_user` allows.
  public static var tooManyIdentities: Self { Self(rawValue: WireCode.tooManyIdentities) }
  /// The link of a notice was sent to an address that no longer belongs to the account.
  public static var noticeOutdated: Self { Self(rawValue: WireCode.noticeOutdated) }
  /// The content is an SVG image, which can have scripts.
  public static var photoVectorGraphic: Self { Self(rawValue: WireCode.photoVectorGraphic) }
  /// The animation has more than 1000 frames.
  public static var photoTooManyFrames: Self { Self(rawValue: WireCode.photoTooManyFrames) }
  /// Too many photos wait.
  public static var photoProcessingOverloaded: Self { Self(rawValue: WireCode.photoProcessingOverloaded) }
  /// The server is stopping.
  public static var photoProcessingClosed: Self { Self(rawValue: WireCode.photoProcessingClosed) }
  /// libvips is not installed on the server. `doorward doctor` says so.
  public static var photoProcessingUnavailable: Self { Self(rawValue: WireCode.photoProcessingUnavailable) }
  /// libvips failed, for example because memory is exhausted.
  public static var libraryFailure: Self { Self(rawValue: WireCode.libraryFailure) }
  /// The user's `metadata`, or `app_metadata`, would be larger than 16 KiB.
  public static var metadataTooLarge: Self { Self(rawValue: WireCode.metadataTooLarge) }
  /// The metadata would have more than 8 levels.
  public static var metadataTooDeep: Self { Self(rawValue: WireCode.metadataTooDeep) }
  /// The metadata has a number that does not fit a 64-bit floating-point number.
  public static var metadataNumber: Self { Self(rawValue: WireCode.metadataNumber) }
}
