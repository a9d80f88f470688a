/* The sensors that a pilot may have, as SynPilotInput::sensors of synchrono_pilot.h. pcp/sensors.hpp offers
 * the same in C++.
 *
 * Everything is given in the sensor's own frame at the time of the measurement, unless a comment says
 * otherwise: x points where the sensor points, y left, z up. Units are SI and radians. A value that a sensor
 * does not know is NaN. The data of samples is not copied for the pilot, and is valid during the step only.
 *
 * SynSensors is the only structure here that may grow within a version of the interface. */
#ifndef SYNCHRONO_SENSORS_H
#define SYNCHRONO_SENSORS_H

#include "pcp/synchrono_pilot.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {                             /* kinds of sensors, and the structures that SynSample::data points to */
       SYN_SENSOR_GPS = 1,         /* SynGps */
       SYN_SENSOR_IMU = 2,         /* SynImu */
       SYN_SENSOR_WHEEL_SPEED = 3, /* SynWheelSpeeds */
       SYN_SENSOR_STEERING = 4,    /* SynSteeringAngle */
       SYN_SENSOR_STATE = 5,       /* SynMotion: the truth */
       SYN_SENSOR_LIDAR = 6,       /* SynPointCloud */
       SYN_SENSOR_RADAR = 7,       /* SynRadarScan */
       SYN_SENSOR_CAMERA = 8,      /* SynCamera */
       SYN_SENSOR_OBJECTS = 9      /* SynObjects */
};

/* A sensor that is mounted on the agent. */
typedef struct SynSensor {
    const char* name;  /* unique among the sensors of this agent */
    const char* model; /* the name of the sensor's file */
    uint32_t kind;     /* SYN_SENSOR_... */
    uint32_t reserved;
    int64_t period_ns;
    int64_t delay_ns;
    SynVec3 position;          /* from the centre of gravity, body frame */
    SynQuaternion orientation; /* sensor to body */
} SynSensor;

typedef struct SynSample {
    uint32_t sensor; /* its position in SynSensors::sensors */
    uint32_t kind;
    uint64_t index;     /* counts the samples of a sensor from 0 */
    int64_t time_ns;    /* simulated, of the measurement: the end of a sweep or of an exposure */
    int64_t arrival_ns; /* when the pilot may know it: time_ns plus the delay */
    const void* data;   /* the structure that belongs to `kind` */
} SynSample;

typedef struct SynGps {
    double latitude_deg, longitude_deg; /* of the antenna; NaN without a fix, as are all doubles here */
    double altitude_m;                  /* above the ellipsoid */
    SynVec3 position;                   /* the same place in the world frame */
    double accuracy_m; /* one standard deviation on each horizontal axis, as the receiver estimates it */
    double accuracy_up_m;
    double speed_m_s; /* over ground */
    double yaw_rad;   /* direction of travel: 0 along x, counter-clockwise; NaN below 0.5 m/s */
    double hdop, vdop;
    uint32_t satellites; /* used */
    uint32_t fix;        /* 0: none, 2: two-dimensional, without altitude, 3: three-dimensional */
} SynGps;

typedef struct SynImu {
    SynVec3 acceleration; /* specific force: at rest on level ground z is +9.81 */
    SynVec3 angular_velocity;
    uint32_t saturated; /* axes at the end of their range: bits 0 to 2 acceleration, 3 to 5 rotation */
    uint32_t reserved;
} SynImu;

typedef struct SynWheelSpeeds {
    const double* speeds_rad_s; /* positive when rolling forward; axle by axle, left before right */
    uint32_t count;
    uint32_t reserved;
    double radius_m; /* of the wheels, from the vehicle's file */
} SynWheelSpeeds;

typedef struct SynSteeringAngle {
    double angle_rad; /* of the front wheels, positive to the left */
} SynSteeringAngle;

typedef struct SynPoint {
    float x, y, z;   /* in the sensor's frame as it was when this ray went out */
    float intensity; /* 0 to 1 */
    int32_t time_ns; /* relative to the sample's time; never positive */
    uint16_t beam;   /* 0 is the highest */
    uint16_t reserved;
} SynPoint;

typedef struct SynPointCloud {
    const SynPoint* points; /* in the order of their times */
    uint32_t count;
    uint32_t rays; /* how many went out; a ray that meets nothing gives no point */
} SynPointCloud;

typedef struct SynRadarDetection {
    float range_m, azimuth_rad, elevation_rad;
    float speed_m_s;          /* radial: away is positive */
    float cross_section_dbsm; /* decibels relative to a square metre */
    float signal_db;          /* above the weakest signal that is detected */
} SynRadarDetection;

typedef struct SynRadarScan {
    const SynRadarDetection* detections; /* nearest first */
    uint32_t count;
    uint32_t reserved;
} SynRadarScan;

enum {
    SYN_IMAGE_RGB8 = 1,
    SYN_IMAGE_DEPTH_F32 = 2 /* metres along x; infinite: sky */,
    SYN_IMAGE_CLASS_U8 = 3
};

enum { /* pixels of class images */
       SYN_CLASS_SKY = 0,
       SYN_CLASS_GROUND = 1, /* land, verges */
       SYN_CLASS_ROAD = 2,
       SYN_CLASS_MARKING = 3,
       SYN_CLASS_SIDEWALK = 4,
       SYN_CLASS_BUILDING = 5,
       SYN_CLASS_VEHICLE = 6,
       SYN_CLASS_PEDESTRIAN = 7,
       SYN_CLASS_OBJECT = 8, /* cones, balls, boxes */
       SYN_CLASS_SIGNAL = 9  /* signals and their masts */
};

typedef struct SynImage {
    uint32_t width, height;
    uint32_t encoding;
    uint32_t row_bytes;
    const void* pixels; /* from the top left, row by row; NULL: the camera makes no such image */
} SynImage;

typedef struct SynCamera {
    SynImage colour, depth, classes;
    double focal_px;           /* of both axes */
    double centre_x, centre_y; /* of the lens, in pixels; 0, 0 is the middle of the top left pixel */
    double distortion[5];      /* k1, k2, p1, p2, k3 of Brown and Conrady */
    int64_t exposure_ns;       /* of each row; that of the last row ends at the sample's time */
} SynCamera;

typedef struct SynObject {
    uint32_t id;      /* given by the sensor; the same as long as the sensor sees the object */
    uint32_t kind;    /* SYN_OTHER_... */
    SynVec3 position; /* of the object's middle */
    SynVec3 velocity; /* over ground, in the sensor's axes */
    double yaw_rad;   /* about the sensor's z */
    double length_m, width_m, height_m;
    double visible; /* share of the object that is not hidden, 0 to 1 */
} SynObject;

typedef struct SynObjects {
    const SynObject* objects; /* ascending by id */
    uint32_t count;
    uint32_t reserved;
    double azimuth_view_rad, elevation_view_rad, range_max_m; /* covered region: full angles and range */
} SynObjects;

typedef struct SynSensors {
    uint32_t struct_size;
    uint32_t sensors_count;
    const SynSensor* sensors;
    const SynSample* samples; /* arrived since the last step; by arrival, then sensor, then index */
    uint32_t samples_count;
    uint32_t reserved;
} SynSensors;

#ifdef __cplusplus
}
#endif

#endif
