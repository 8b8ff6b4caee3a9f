import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import Encodings
import SoftwareAuthenticators
import Testing

/// The documents that name the origins and apps of the passkeys, for browsers and operating systems.
@Suite struct PasskeyDiscoveryTests {
  static let fingerprint =
    "14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5"
  static let names = ["webauthn", "passkey-endpoints", "apple-app-site-association", "assetlinks.json"]
  static let settings: JSONObject = [
    "public_url": "https://accounts.example.org", "wallet_url": "https://wallets.example.org",
    "development": false,
    "applications": [
      [
        "id": "default", "methods": ["siwe", "passkey"],
        "passkeys": [
          "rp_id": "example.org", "origins": ["https://shop.example.com", "https://app.example.org"],
          "apple_apps": ["A1B2C3D4E5.org.example.app"],
          "android_apps": [
            ["package_name": "org.example.app", "certificates": [.string(fingerprint)]]
          ],
        ],
      ],
      [
        "id": "second", "methods": ["passkey"],
        "passkeys": [
          "rp_id": "example.org", "origins": ["https://shop.example.com", "https://app.example.net"],
          "apple_apps": ["A1B2C3D4E5.org.example.app", "A1B2C3D4E5.org.example.second"],
        ],
      ],
      [
        "id": "elsewhere", "methods": ["passkey"],
        "passkeys": ["rp_id": "example.edu", "apple_apps": ["A1B2C3D4E5.edu.example.app"]],
      ],
    ],
  ]

  @Test("The documents have the origins and apps of all applications of the domain, each once")
  func documents() async throws {
    try await TestServer.run(Self.settings) { server in
      var documents: [String: JSONValue] = [:]
      for name in Self.names {
        let answer = try await server.listening.send(.get, "/.well-known/\(name)")
        #expect(answer.status == 200)
        #expect(answer.fields["content-type"] == "application/json")
        documents[name] = answer.json
      }
      #expect(
        documents["webauthn"] == ["origins": ["https://shop.example.com", "https://app.example.net"]])
      #expect(
        documents["passkey-endpoints"] == [
          "enroll": "https://accounts.example.org/", "manage": "https://accounts.example.org/",
        ])
      #expect(
        documents["apple-app-site-association"] == [
          "webcredentials": ["apps": ["A1B2C3D4E5.org.example.app", "A1B2C3D4E5.org.example.second"]]
        ])
      #expect(
        documents["assetlinks.json"] == [
          [
            "relation": ["delegate_permission/common.get_login_creds"],
            "target": [
              "namespace": "android_app", "package_name": "org.example.app",
              "sha256_cert_fingerprints": [.string(Self.fingerprint)],
            ],
          ]
        ])
    }
  }

  @Test(
    "A document without an entry is not found",
    arguments: names)
  func absent(_ name: String) async throws {
    let settings: JSONObject = ["applications": [["id": "default", "methods": ["siwe"]]]]
    try await TestServer.run(settings) { server in
      let answer = try await server.listening.send(.get, "/.well-known/\(name)")
      #expect(answer.status == 404 && answer.code == "not_found")
    }
  }

  @Test("An app for Android signs its users in from the origin of its certificate")
  func androidOrigin() async throws {
    let certificate = try Hex.decode(Self.fingerprint.filter { $0 != ":" })
    let settings = TestPasskey.settings([
      "passkeys": [
        "rp_id": .string(TestPasskey.relyingPartyID),
        "android_apps": [["package_name": "org.example.app", "certificates": [.string(Self.fingerprint)]]],
      ]
    ])
    try await TestServer.run(settings) { server in
      var passkey = try TestPasskey(server)
      passkey.authenticator.origin = "android:apk-key-hash:\(Base64URL.encode(certificate))"
      #expect(try await passkey.signUp().status == 200)
      passkey.authenticator.origin =
        "android:apk-key-hash:\(Base64URL.encode([UInt8](repeating: 0, count: 32)))"
      #expect(try await passkey.signIn().code == "wrong_origin")
    }
  }

  @Test(
    "The configuration refuses apps that cannot be any",
    arguments: [
      ("apple_apps", ["apple_apps": ["org.example.app"]]),
      (
        "android_apps[0].package_name",
        ["android_apps": [["package_name": "example app", "certificates": [.string(fingerprint)]]]]
      ),
      (
        "android_apps[0].certificates",
        ["android_apps": [["package_name": "org.example.app", "certificates": ["14:6D"]]]]
      ),
    ] as [(String, JSONObject)])
  func wrongApps(_ key: String, _ apps: JSONObject) async throws {
    let settings: JSONObject = ["applications": [["id": "a", "passkeys": .object(apps)]]]
    #expect(throws: ConfigurationError(.invalidValue, key: "applications[0].passkeys.\(key)", "")) {
      try ServerConfiguration(ConfigurationTree(file: settings))
    }
  }

  @Test("An app for Android without certificates is refused")
  func noCertificate() throws {
    let apps: JSONValue = [["package_name": "org.example.app", "certificates": []]]
    let settings: JSONObject = ["applications": [["id": "a", "passkeys": ["android_apps": apps]]]]
    let key = "applications[0].passkeys.android_apps[0].certificates"
    #expect(throws: ConfigurationError(.missingKey, key: key, "")) {
      try ServerConfiguration(ConfigurationTree(file: settings))
    }
  }
}
