/// The graphics library's headers, in the one way in which they compile as C++20: irrXML.h does not, so its
/// guard is set and what the others need of it is declared here.
#pragma once

#define __IRR_XML_H_INCLUDED__
namespace irr::io {
template <class Char, class Super>
class IIrrXMLReader;
}

#include <irrlicht/CDynamicMeshBuffer.h>
#include <irrlicht/IAnimatedMesh.h>
#include <irrlicht/IEventReceiver.h>
#include <irrlicht/IMeshManipulator.h>
#include <irrlicht/ISceneManager.h>
#include <irrlicht/IVideoDriver.h>
#include <irrlicht/IrrlichtDevice.h>
#include <irrlicht/SExposedVideoData.h>
#include <irrlicht/SIrrCreationParameters.h>
#include <irrlicht/SLight.h>

// As irrlicht.h declares it, which includes all of the above.
namespace irr {
extern "C" IRRLICHT_API IrrlichtDevice* IRRCALLCONV
createDeviceEx(const SIrrlichtCreationParameters& parameters);
}
